import type { Order, OrderState } from '#contract/shapes.ts'
import { href } from '../../lib/query.ts'
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
import { useEffect, useRef } from 'react'
import { Tabs } from '../../ui/table/tabs.tsx'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { ordersHref } from './order-query.ts'
import { Empty } from '../../ui/feedback/empty.tsx'

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

/** In the order of how often they are needed. */
const STATES: readonly OrderState[] = [
  'pending',
  'processing',
  'paid',
  'cancelled',
  'expired',
  'refunded',
  'partially_refunded',
  'exception',
]

interface OrderTabsProps {
  state: OrderState | undefined
  /** Number of orders in the chosen state; undefined while unknown. */
  count: number | undefined
}

/** Filters orders by state; the filter is kept in the address. */
export function OrderTabs({ state, count }: OrderTabsProps) {
  const box = useRef<HTMLDivElement>(null)

  // On a phone the chosen tab may lie beyond the edge.
  useEffect(() => {
    const tabs = box.current?.firstElementChild
    const chosen = tabs?.querySelector<HTMLElement>('[aria-current]')
    if (!tabs || !chosen) return
    tabs.scrollLeft = chosen.offsetLeft - (tabs.clientWidth - chosen.offsetWidth) / 2
  }, [state, count])

  return (
    <div className="order-tabs" ref={box}>
      <Tabs
        label="按状态筛选"
        tabs={[undefined, ...STATES].map((each) => ({
          to: ordersHref({ state: each, page: 1 }),
          label: each === undefined ? '全部' : ORDER_STATE_LABELS[each],
          count: each === state ? count : undefined,
          isCurrent: each === state,
        }))}
      />
    </div>
  )
}

interface NoOrdersProps {
  state: OrderState | undefined
  /** The page number is past the last page. */
  isPastEnd: boolean
}

/** Why the list is empty, with a link on. */
export function NoOrders({ state, isPastEnd }: NoOrdersProps) {
  if (isPastEnd) {
    return (
      <Empty
        heading="h2"
        title="这一页没有订单"
        action={<ButtonLink to={ordersHref({ state, page: 1 })}>回到第一页</ButtonLink>}
      >
        订单没有这么多页。
      </Empty>
    )
  }
  if (state !== undefined) {
    return (
      <Empty
        heading="h2"
        title={`没有${ORDER_STATE_LABELS[state]}的订单`}
        action={
          <ButtonLink to={ordersHref({ state: undefined, page: 1 })}>查看全部订单</ButtonLink>
        }
      >
        换一个状态看看。
      </Empty>
    )
  }
  return (
    <Empty
      heading="h2"
      title="还没有订单"
      action={
        <ButtonLink kind="primary" to="/plans">
          查看套餐
        </ButtonLink>
      }
    >
      选一份套餐，从最小的一份开始也可以。
    </Empty>
  )
}
