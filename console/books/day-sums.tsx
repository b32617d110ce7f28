import type { CurrencySum, Day, DayMovement } from '#contract/console/figures/books.ts'
import { formatCredit } from '#web/lib/format/money.ts'
import { Money } from '#web/ui/display/money.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'

/** Rare ones are shown where there are any. */
const KINDS: readonly { kind: DayMovement['kind']; label: string; isRare?: true }[] = [
  { kind: 'payment', label: '收款' },
  { kind: 'refund', label: '退款' },
  { kind: 'refund_failed', label: '退款退回', isRare: true },
  { kind: 'dispute', label: '争议扣款' },
  { kind: 'dispute_won', label: '争议退回' },
]

/** A strip of sums for each currency. */
export function DaySums({ books: { day, sums } }: { books: Day }) {
  if (sums.length === 0)
    return (
      <section className="panel" aria-label="合计">
        <Empty heading="h2" title={`${day} 没有收款，也没有退款`}>
          付款成功、退款和争议发生后会记在当天。
        </Empty>
      </section>
    )
  return (
    <section className="day-sums" aria-label="合计">
      {sums.map((sum) => (
        <CurrencySums key={sum.currency} sum={sum} />
      ))}
    </section>
  )
}

function CurrencySums({ sum }: { sum: CurrencySum }) {
  const { currency, net } = sum
  return (
    <dl className="day-figures" aria-label={currency.toUpperCase()}>
      {KINDS.filter(({ kind, isRare }) => !isRare || sum[kind].count > 0).map(({ kind, label }) => (
        <div key={kind} data-none={sum[kind].count === 0 ? '' : undefined}>
          <dt>{label}</dt>
          <dd>
            <Money amount={sum[kind].amount} currency={currency} />
            <small>{formatCredit(sum[kind].count)} 笔</small>
          </dd>
        </div>
      ))}
      <div data-net="">
        <dt>净额</dt>
        <dd>
          <Money amount={net} currency={currency} />
          <small>{currency.toUpperCase()}</small>
        </dd>
      </div>
    </dl>
  )
}
