import type { Day, DayMovement } from '#contract/console/figures/books.ts'
import type { OrderState } from '#contract/shapes.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Money } from '#web/ui/display/money.tsx'
import { consoleHref, orderHref } from '../lib/console-href.ts'
import { type Column, CutCell, RowTable } from '../list/row-table.tsx'
import { DayTime } from '../panel/day-time.tsx'

const COLUMNS: readonly Column[] = [
  { head: '时间' },
  { head: '类型' },
  { head: '金额', className: 'right' },
  { head: '订单号' },
  { head: '用户' },
  { head: '套餐' },
  { head: '付款方式', className: 'w-mid' },
  { head: '原因', className: 'w-late' },
]

/** The state of an order that has the colour of the kind. */
const TAG_STATES = {
  payment: 'paid',
  refund: 'refunded',
  refund_failed: 'exception',
  dispute: 'exception',
  dispute_won: 'refunded',
} as const satisfies Record<DayMovement['kind'], OrderState>

/** Each movement of money of the day, oldest first. */
export function DayMovements({ books, isFirst }: { books: Day; isFirst: boolean }) {
  const { day, movements, next } = books
  if (movements.length === 0) return null
  return (
    <section className="panel list-panel" aria-label="每一笔">
      <RowTable caption="这一天的每一笔，最早的在上面" columns={COLUMNS}>
        {movements.map((movement) => (
          <Movement key={movement.kind + movement.key} movement={movement} />
        ))}
      </RowTable>
      {(next !== null || !isFirst) && (
        <div className="list-foot">
          <span />
          <div className="row-actions">
            {!isFirst && (
              <ButtonLink size="small" to={consoleHref('/books', { day })}>
                回到最早
              </ButtonLink>
            )}
            {next !== null && (
              <ButtonLink size="small" to={consoleHref('/books', { day, after: next })}>
                更晚
              </ButtonLink>
            )}
          </div>
        </div>
      )}
    </section>
  )
}

function Movement({ movement }: { movement: DayMovement }) {
  const { kind, kindLabel, at, orderNo, email, planName, num } = movement
  const { amount, currency, paymentMethod, reason } = movement
  return (
    <tr>
      <td className="n-time">
        <DayTime iso={at} />
      </td>
      <td className="n-state">
        <span className="tag" data-state={TAG_STATES[kind]}>
          {kindLabel}
        </span>
      </td>
      <td className="right n-sum">
        <Money amount={amount} currency={currency} />
      </td>
      <td className="n-lead">
        <Link data-row className="row-link number" to={orderHref(orderNo)}>
          {orderNo}
        </Link>
      </td>
      <CutCell className="n-who grows" text={email ?? '已注销的用户'} />
      <CutCell className="grows" text={`${planName} × ${num}`} />
      <CutCell className="w-mid" text={paymentMethod} />
      <CutCell className="w-late" text={reason} />
    </tr>
  )
}
