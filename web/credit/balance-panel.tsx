import type { ReactNode } from 'react'
import { lotEnd, type ExpiringLot, groupLotsByDay, sumLots } from './lots.ts'
import { formatCredit } from '../lib/format/money.ts'
import { useSite } from '../lib/site.ts'
import { formatTime } from '../lib/format/time.ts'
import { Arc } from '../ui/icon/arc.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { now } from '../lib/clock.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 30
/** The server's time is known to the second, never ahead: credit that was just given would have a day too many. */
const CLOCK_MS = 2_000
/** Beyond this number the last lots are shown as one sum. */
export const MAX_SHOWN_LOTS = 3

interface BalancePanelProps {
  balance: number
  /** The part of it that open holds reserve. */
  held: number
  /** The lots that expire, in any order. */
  lots: readonly ExpiringLot[]
  /** A sentence under the number; a debt is explained instead. */
  note?: ReactNode
  actions: ReactNode
}

/** What can be spent now and the lots that expire first. */
export function BalancePanel({ balance, held, lots, note, actions }: BalancePanelProps) {
  const { creditUnit, timeZone } = useSite()
  const days = groupLotsByDay(lots, timeZone)
  const shown = days.length > MAX_SHOWN_LOTS ? days.slice(0, MAX_SHOWN_LOTS - 1) : days
  const rest = days.slice(shown.length)
  return (
    <section className="balance night" aria-labelledby="balance">
      <Arc
        className="arc balance-arc"
        width={456}
        height={96}
        count={30}
        endRadius={1}
        topRadius={3.2}
        foot={4}
        side={6}
        star={12}
      />
      <div>
        <h2 id="balance" className="soft">
          可用{creditUnit}
          {/* beside the name, so that the panel keeps the height of its placeholder */}
          {held > 0 && `（余额 ${formatCredit(balance)} − 预留 ${formatCredit(held)}）`}
        </h2>
        <p className="balance-number">
          {formatCredit(balance - held)}
          <small>{creditUnit}</small>
        </p>
        <Note>{balance < 0 ? BELOW_ZERO : note}</Note>
      </div>
      <div className="balance-actions">{actions}</div>
      {shown.length > 0 && (
        <ul className="lots-row" aria-label="有效期">
          {shown.map((lot) => (
            <li key={lot.expiresAt} className={daysLeft(lot) <= SOON_DAYS ? 'soon' : undefined}>
              <b>{formatCredit(lot.amount)}</b>
              <span>{expiryOf(lot, timeZone)}</span>
            </li>
          ))}
          {rest[0] && (
            <li>
              <b>{formatCredit(sumLots(rest))}</b>
              <span>其余，最早 {expiryOf(rest[0], timeZone)}</span>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

const BELOW_ZERO = '实际用量超出余额，或退款应扣回的部分已用完，下次充值先抵扣欠额。'

function Note({ children }: { children: ReactNode }) {
  return children !== undefined && <p className="soft">{children}</p>
}

/**
 * Placeholder of the same height while the balance loads. `early-balance.ts` fills in the number, which stands where the
 * panel has it.
 */
export function BalanceSkeleton({ hasNote = false }: { hasNote?: boolean }) {
  const { creditUnit } = useSite()
  return (
    <section className="balance night" data-note={hasNote ? '' : undefined}>
      <div>
        <h2 className="soft">可用{creditUnit}</h2>
        <p className="balance-number">
          {/* an empty text, so that React leaves the number alone */}
          <span data-balance translate="no" suppressHydrationWarning>
            {''}
          </span>
          <small>{creditUnit}</small>
        </p>
      </div>
      <Skeleton lines={2} />
    </section>
  )
}

function expiryOf(lot: ExpiringLot, timeZone: string): string {
  if (lot.expiresAt === null) return '长期有效'
  const date = `${formatTime(lot.expiresAt, 'date', timeZone)} 到期`
  const days = daysLeft(lot)
  return days <= SOON_DAYS ? `${date}，还有 ${days} 天` : date
}

function daysLeft(lot: ExpiringLot): number {
  return Math.max(0, Math.ceil((lotEnd(lot) - now() - CLOCK_MS) / DAY_MS))
}
