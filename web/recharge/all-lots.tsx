import { formatCredit } from '../lib/money.ts'
import { Icon } from '../ui/icon.tsx'
import { TimeText } from '../ui/time-text.tsx'

interface Lot {
  amount: number
  /** Null = for ever. */
  expiresAt: string | null
}

/** When which credit ends, the soonest first; for those who have bought often. */
export function AllLots({ lots }: { lots: readonly Lot[] }) {
  return (
    <details className="all-lots">
      <summary>
        全部 {lots.length} 批的有效期
        <Icon name="down" />
      </summary>
      <ul className="list card">
        {lots
          .toSorted((a, b) => endOf(a) - endOf(b))
          .map((lot, at) => (
            <li key={at}>
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

function endOf({ expiresAt }: Lot): number {
  return expiresAt === null ? Infinity : Date.parse(expiresAt)
}
