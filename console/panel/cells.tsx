import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import type { OrderDetail } from '#contract/console/orders/orders.ts'
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

export const MOVEMENT_COLUMNS = [
  { head: '时间' },
  { head: '事由' },
  { head: '变动', className: 'right' },
  { head: '余额', className: 'right' },
]

/** A row of a small table of movements of credit. */
export function MovementRow(movement: OrderDetail['entries'][number]) {
  const { at, type, delta, balanceAfter, by, reason } = movement
  return (
    <tr>
      <td>
        <DayTime iso={at} />
      </td>
      <td className="wrap-text">
        {CREDIT_ENTRY_LABELS[type]} <small>{[by, reason].filter(Boolean).join('，')}</small>
      </td>
      <td className="right">
        <CreditChange delta={delta} />
      </td>
      <td className="right">
        <Credit credit={balanceAfter} />
      </td>
    </tr>
  )
}
