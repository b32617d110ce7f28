import { formatDayTime } from '#web/lib/format/day-time.ts'
import { formatTime } from '#web/lib/format/time.ts'
import { useConsoleSite } from '../lib/console-site.ts'

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
