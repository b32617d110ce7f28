import type { Day, DayMovement } from '#contract/console/figures/books.ts'
import type { OrderState } from '#contract/shapes.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Money } from '#web/ui/display/money.tsx'
import { consoleHref, orderHref } from '../lib/console-href.ts'
import { type RowColumn, RowsTable } from '../list/row-table.tsx'
import { DayTime } from '../panel/cells.tsx'

/** The state of an order that has the colour of the kind. */
const TAG_STATES = {
  payment: 'paid',
  refund: 'refunded',
  refund_failed: 'exception',
  dispute: 'exception',
  dispute_won: 'refunded',
} as const satisfies Record<DayMovement['kind'], OrderState>

const COLUMNS: readonly RowColumn<DayMovement>[] = [
  { head: '时间', cell: 'n-time', draw: ({ at }) => <DayTime iso={at} /> },
  {
    head: '类型',
    cell: 'n-state',
    draw: ({ kind, kindLabel }) => (
      <span className="tag" data-state={TAG_STATES[kind]}>
        {kindLabel}
      </span>
    ),
  },
  {
    head: '金额',
    className: 'right',
    cell: 'n-sum',
    draw: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    head: '订单号',
    cell: 'n-lead',
    draw: ({ orderNo }) => (
      <Link data-row className="row-link number" to={orderHref(orderNo)}>
        {orderNo}
      </Link>
    ),
  },
  { head: '用户', cell: 'n-who grows', text: ({ email }) => email ?? '已注销的用户' },
  { head: '套餐', cell: 'grows', text: ({ planName, num }) => `${planName} × ${num}` },
  { head: '付款方式', className: 'w-mid', text: ({ paymentMethod }) => paymentMethod },
  { head: '原因', className: 'w-late', text: ({ reason }) => reason },
]

/** Each movement of money of the day, oldest first. */
export function DayMovements({ books, isFirst }: { books: Day; isFirst: boolean }) {
  const { day, movements, next } = books
  if (movements.length === 0) return null
  return (
    <section className="panel list-panel" aria-label="每一笔">
      <RowsTable
        caption="这一天的每一笔，最早的在上面"
        columns={COLUMNS}
        rows={movements}
        keyOf={({ kind, key }) => kind + key}
      />
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
