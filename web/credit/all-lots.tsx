import { type ExpiringLot, groupLotsByDay } from './lots.ts'
import { formatCredit } from '../lib/format/money.ts'
import { useSite } from '../lib/site.ts'
import { MAX_SHOWN_LOTS } from './balance-panel.tsx'
import { Icon } from '../ui/icon/icon.tsx'
import { TimeText } from '../ui/display/time-text.tsx'

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
