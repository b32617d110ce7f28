import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
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
import { NoOrders } from './no-orders.tsx'
import { orderQueryOf, ordersHref } from './order-query.ts'
import { OrderTabs } from './order-tabs.tsx'
import { OrdersTable } from './orders-table.tsx'

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
      <PageHead lead="每一次购买的金额、状态和时间都在这里。待支付的订单到时自动关闭，不会扣款。">
        <Link className="more" to="/plans">
          <Icon name="plus" />
          购买套餐
        </Link>
      </PageHead>
      <OrderTabs state={state} count={count} />
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
