import type { Order } from '#contract/shapes.ts'
import { href } from '../../lib/href.ts'
import { isPayable } from '../open-orders/pay-link.ts'
import { Link } from '../../lib/router/link.tsx'
import { useSite } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { Credit, Money } from '../../ui/display/money.tsx'
import { OpenOrderActions } from '../open-orders/open-order-actions.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { DisputeBadge, OrderStateTag } from '../../ui/display/tag.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'

interface OrdersTableProps {
  orders: readonly Order[]
  onCancel: (order: Order) => void
  /** The time to pay one of them is over. */
  onEnd: () => void
}

/** A page of orders, newest first. */
export function OrdersTable({ orders, onCancel, onEnd }: OrdersTableProps) {
  const { creditUnit } = useSite()
  const columns: Column<Order>[] = [
    {
      head: '订单号',
      cell: ({ orderNo }) => <CopyButton text={orderNo} what="订单号" />,
    },
    {
      head: '套餐',
      place: 'lead',
      cell: ({ id, combo, num }) => (
        <Link className="quiet-link" to={href('/account/order', { id })}>
          {combo.name} × {num}
        </Link>
      ),
    },
    {
      head: '金额',
      kind: 'money',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { head: creditUnit, kind: 'number', cell: ({ credit }) => <Credit credit={credit} /> },
    {
      head: '状态',
      place: 'state',
      cell: ({ state, dispute }) => (
        <span className="state-marks">
          <OrderStateTag state={state} />
          <DisputeBadge dispute={dispute} />
        </span>
      ),
    },
    {
      head: '下单时间',
      cell: (order) => (
        <span>
          <TimeText iso={order.createdAt} />
          <TimeLeft order={order} onEnd={onEnd} />
        </span>
      ),
    },
    {
      head: '操作',
      isActions: true,
      cell: (order) => <RowActions order={order} onCancel={() => onCancel(order)} />,
    },
  ]
  return (
    <Table
      caption="订单，按下单时间从新到旧"
      columns={columns}
      rows={orders}
      keyOf={({ id }) => id}
    />
  )
}

/** How long an order can still be paid; empty for one that cannot. */
function TimeLeft({ order, onEnd }: { order: Order; onEnd: () => void }) {
  return (
    isPayable(order) && (
      <small className="time-left">
        <Countdown until={order.expiresAt} onEnd={onEnd} />
        后关闭
      </small>
    )
  )
}

function RowActions({ order, onCancel }: { order: Order; onCancel: () => void }) {
  const { id, orderNo } = order
  return (
    <span className="row-actions">
      {isPayable(order) ? (
        <OpenOrderActions order={order} onCancel={onCancel} />
      ) : (
        <ButtonLink
          kind="ghost"
          size="small"
          to={href('/account/order', { id })}
          aria-label={`查看订单 ${orderNo}`}
        >
          查看
        </ButtonLink>
      )}
    </span>
  )
}
