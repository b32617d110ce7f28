import { listConsoleOrders } from '#contract/console/orders/orders.ts'
import { searchOf } from '#web/lib/href.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { countText } from '../list/count-text.ts'
import { ExportActions } from '../list/export-actions.tsx'
import { readFilter } from '../list/filter.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { offeredFilters, ORDER_FILTERS, ordersInput } from './order-filter.ts'
import { OrderViews } from './order-views.tsx'
import { OrdersTable } from './orders-table.tsx'

/** All orders, newest first; filters and page are in the address. */
export function OrdersPage() {
  const query = useQuery()
  useTitle('订单')
  const filter = readFilter(ORDER_FILTERS, query)
  const { before } = query
  const load = useLoad(searchOf({ ...filter, before }), (signal) =>
    callConsole(listConsoleOrders, ordersInput(filter, before), { signal, isQuiet: true }),
  )
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <header className="op-head">
        <h1>订单</h1>
        {load.data && !load.error && (
          <p role="status">{countText(load.data.count, '笔', isFiltered)}</p>
        )}
        <ExportActions list="orders" filter={filter} />
      </header>
      <OrderViews filter={filter} />
      <FilterBar path="/orders" fields={offeredFilters(filter)} filter={filter} />
      <section className="panel list-panel" aria-label="订单列表" aria-busy={load.isLoading}>
        <Loaded load={load} what="订单" lines={12}>
          {({ orders, next }) => (
            <>
              {orders.length === 0 ? (
                <NoOrders isFiltered={isFiltered} />
              ) : (
                <OrdersTable orders={orders} />
              )}
              <ListFoot path="/orders" filter={filter} before={before} next={next} />
            </>
          )}
        </Loaded>
      </section>
    </>
  )
}

function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <Empty heading="h2" title="还没有订单">
        有人下单后会出现在这里。
      </Empty>
    )
  return (
    <Empty
      heading="h2"
      title="没有符合的订单"
      action={<ButtonLink to={consoleHref('/orders')}>看全部订单</ButtonLink>}
    >
      换个条件，或者清除筛选。
    </Empty>
  )
}
