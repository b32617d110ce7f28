import { formatDayTime } from '#web/lib/format/day-time.ts'
import { formatTime } from '#web/lib/format/time.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { Badge } from '#web/ui/display/tag.tsx'
import { Credit } from '#web/ui/display/money.tsx'

/** An ISO time relative to today, with its seconds as title; a dash for none. */
export function DayTime({ iso }: { iso: string | null }) {
  const { timeZone } = useConsoleSite()
  if (iso === null) return <span className="faint dash">–</span>
  return (
    <time dateTime={iso} title={formatTime(iso, 'second', timeZone)}>
      {formatDayTime(iso, timeZone)}
    </time>
  )
}

/** Marks a user of the demo data, whose address ends so. */
export function DemoMark({ email }: { email: string | null }) {
  return email?.endsWith('@demo.invalid') ? (
    <>
      {' '}
      <Badge kind="quiet">演示</Badge>
    </>
  ) : null
}

/** A signed amount of credit. */
export function CreditChange({ delta }: { delta: number }) {
  return (
    <span className={delta > 0 ? 'plus' : undefined}>
      <Credit credit={delta} isSigned />
    </span>
  )
}
