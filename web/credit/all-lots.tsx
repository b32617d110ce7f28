import { formatTime } from '../lib/format/time.ts'
import { formatCredit } from '../lib/format/money.ts'
import { useSite } from '../lib/site.ts'
import { MAX_SHOWN_LOTS } from './balance-panel.tsx'
import { Icon } from '../ui/icon/icon.tsx'
import { TimeText } from '../ui/display/time-text.tsx'

export interface ExpiringLot {
  amount: number
  /** Null: never. */
  expiresAt: string | null
}

/** Adds up lots that expire on the same day in the site's time zone; soonest first. */
export function groupLotsByDay(lots: readonly ExpiringLot[], timeZone: string): ExpiringLot[] {
  const days = new Map<string | null, ExpiringLot>()
  for (const lot of lots.toSorted((a, b) => lotEnd(a) - lotEnd(b))) {
    const day = lot.expiresAt && formatTime(lot.expiresAt, 'date', timeZone)
    const same = days.get(day)
    days.set(day, same ? { ...same, amount: same.amount + lot.amount } : lot)
  }
  return [...days.values()]
}

export function sumLots(lots: readonly ExpiringLot[]): number {
  return lots.reduce((sum, { amount }) => sum + amount, 0)
}

/** Expiry of a lot in milliseconds since 1970; Infinity for none. */
export function lotEnd({ expiresAt }: ExpiringLot): number {
  return expiresAt === null ? Infinity : Date.parse(expiresAt)
}

/** All lots by expiry, soonest first; empty where the balance panel shows them all. */
export function AllLots({ lots }: { lots: readonly ExpiringLot[] }) {
  const { timeZone } = useSite()
  const days = groupLotsByDay(lots, timeZone)
  if (days.length <= MAX_SHOWN_LOTS) return null
  return (
    <details className="all-lots">
      <summary>
        全部 {days.length} 批的有效期
        <Icon name="down" />
      </summary>
      <ul className="list card">
        {days.map((lot) => (
          <li key={lot.expiresAt}>
            <span className="number">{formatCredit(lot.amount)}</span>
            <span className="end">
              {lot.expiresAt === null ? (
                '长期有效'
              ) : (
                <>
                  <TimeText iso={lot.expiresAt} style="date" /> 到期
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
