import { type ConsoleOrder, listConsoleOrders } from '#contract/console/orders/orders.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Credit, Money } from '#web/ui/display/money.tsx'
import { callConsole } from '../lib/call.ts'
import { orderHref, userHref } from '../lib/console-href.ts'
import { countText } from '../list/count-text.ts'
import { ListPage } from '../list/list-page.tsx'
import type { RowColumn } from '../list/row-table.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { DemoMark } from '../panel/demo-mark.tsx'
import { offeredFilters, ORDER_FILTERS, ordersInput } from './order-filter.ts'
import { OrderMarks } from './order-marks.tsx'
import { OrderViews } from './order-views.tsx'

/** All orders, newest first by what their days are about. */
export function OrdersPage() {
  return (
    <ListPage
      path="/orders"
      title="订单"
      read={(filter, before, options) =>
        callConsole(listConsoleOrders, ordersInput(filter, before), options)
      }
      rows={({ orders }) => orders}
      caption="订单，最新的在上面"
      fields={ORDER_FILTERS}
      chips={offeredFilters}
      exported="orders"
      status={({ data, isFiltered }) => countText(data.count, '笔', isFiltered)}
      views={(filter) => <OrderViews filter={filter} />}
      keyOf={({ id }) => id}
      columns={({ data, search }) => columnsOf(data.orders, search)}
      empty={{ title: '还没有订单', text: '有人下单后会出现在这里。' }}
    />
  )
}

function columnsOf(orders: readonly ConsoleOrder[], list: string): RowColumn<ConsoleOrder>[] {
  // what narrower windows leave out before: the end of a dispute takes the room of two columns
  const lesser = orders.some(({ disputeDueAt }) => disputeDueAt !== null) ? 'w-late' : 'w-mid'
  return [
    {
      head: '订单号',
      cell: 'n-lead',
      draw: ({ orderNo }) => (
        <Link data-row className="row-link number" to={orderHref(orderNo)} state={{ list }}>
          {orderNo}
        </Link>
      ),
    },
    { head: '下单', cell: 'n-time', draw: ({ createdAt }) => <DayTime iso={createdAt} /> },
    {
      head: '用户',
      cell: 'n-who grows',
      text: ({ nickname, email }) => (email === null ? '已注销的用户' : `${nickname}，${email}`),
      draw: (order) => <Buyer order={order} />,
    },
    { head: '套餐', cell: 'grows', text: ({ planName, num }) => `${planName} × ${num}` },
    {
      head: '金额',
      className: 'right',
      cell: 'n-sum',
      draw: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      head: '积分',
      className: `right ${lesser}`,
      draw: ({ credit }) => <Credit credit={credit} />,
    },
    { head: '状态', cell: 'n-state', draw: (order) => <OrderMarks order={order} /> },
    { head: '付款方式', className: lesser, text: ({ paymentMethod }) => paymentMethod },
    { head: '来源', className: 'w-late', text: ({ source }) => source },
  ]
}

function Buyer({ order: { userId, nickname, email } }: { order: ConsoleOrder }) {
  if (email === null)
    return (
      <Link to={userHref(userId)} className="faint">
        已注销的用户
      </Link>
    )
  return (
    <Link to={userHref(userId)}>
      {nickname}
      <DemoMark email={email} /> <small>{email}</small>
    </Link>
  )
}
