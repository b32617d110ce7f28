import { useState } from 'react'
import { api } from '#contract/api.ts'
import { type Order, type OrderState, orderState } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { cancelOrder } from '../open-orders/cancel-order.ts'
import { Link } from '../../lib/router/link.tsx'
import type { PageProps } from '../../lib/page/page-module.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { CancelOrderDialog } from '../open-orders/cancel-order-dialog.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { OrdersTable } from './orders-table.tsx'
import { StateTabs } from '../../ui/table/tabs.tsx'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { href } from '../../lib/href.ts'
import { type Query, readPageNumber } from '../../lib/query.ts'

const PAGE_SIZE = 10

export default function OrdersPage({ query }: PageProps) {
  const { state, page } = orderQueryOf(query)
  const [toCancel, setToCancel] = useState<Order>()
  const load = useLoad(ordersHref({ state, page }), (signal) =>
    call(
      api.recharge.orderList,
      { page, pageSize: PAGE_SIZE, ...(state && { state }) },
      { signal, isQuiet: true },
    ),
  )
  // the data kept while another list loads or fails belong to the former one
  const count = load.isLoading || load.error ? undefined : load.data?.total

  async function cancel({ id }: Order) {
    await cancelOrder(id)
    load.reload()
  }

  return (
    <>
      <PageHead lead="查看每笔订单的金额、状态和时间。待支付的订单逾期自动关闭，不会扣款。">
        <Link className="more" to="/plans">
          <Icon name="plus" />
          购买套餐
        </Link>
      </PageHead>
      {/* nothing to filter before the first order */}
      {(state !== undefined || count !== 0) && (
        <StateTabs
          states={STATES}
          labels={ORDER_STATE_LABELS}
          state={state}
          count={count}
          to={(each) => ordersHref({ state: each, page: 1 })}
        />
      )}
      <section className="card orders-card" aria-label="订单" aria-busy={load.isLoading}>
        <Loaded load={load} what="订单" lines={PAGE_SIZE}>
          {({ list, total }) =>
            list.length === 0 ? (
              <NoOrders state={state} isPastEnd={total > 0} />
            ) : (
              <OrdersTable orders={list} onCancel={setToCancel} onEnd={load.reload} />
            )
          }
        </Loaded>
      </section>
      {load.data && !load.error && (
        <Pagination
          page={page}
          pageSize={PAGE_SIZE}
          total={load.data.total}
          to={(other) => ordersHref({ state, page: other })}
        />
      )}
      <CancelOrderDialog
        order={toCancel}
        onClose={() => setToCancel(undefined)}
        onConfirm={cancel}
      />
    </>
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

interface NoOrdersProps {
  state: OrderState | undefined
  /** The page number is past the last page. */
  isPastEnd: boolean
}

/** Why the list is empty, with a link on. */
function NoOrders({ state, isPastEnd }: NoOrdersProps) {
  if (isPastEnd) {
    return (
      <Empty
        heading="h2"
        title="这一页没有订单"
        action={<ButtonLink to={ordersHref({ state, page: 1 })}>回到第一页</ButtonLink>}
      >
        没有更多订单。
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
        请选择其他状态。
      </Empty>
    )
  }
  return (
    <Empty
      heading="h2"
      title="还没有订单"
      drawing="order"
      action={
        <ButtonLink kind="primary" to="/plans">
          查看套餐
        </ButtonLink>
      }
    >
      可先从最小的套餐开始。
    </Empty>
  )
}

/** The filter in the address of the orders page; invalid values are ignored. */
interface OrderQuery {
  state: OrderState | undefined
  page: number
}

export function orderQueryOf(query: Query): OrderQuery {
  return {
    state: orderState.safeParse(query['state']).data,
    page: readPageNumber(query),
  }
}

/** The address of a filter; page 1 is left out. */
function ordersHref({ state, page }: OrderQuery): string {
  return href('/account/orders', { state, page: page === 1 ? undefined : page })
}
