import { type ConsoleOrder, listConsoleOrders } from '#contract/console/orders/orders.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Credit, Money } from '#web/ui/display/money.tsx'
import { callConsole } from '../lib/call.ts'
import { orderHref, userHref } from '../lib/console-href.ts'
import { countText, ListPage } from '../list/list-page.tsx'
import type { RowColumn } from '../list/row-table.tsx'
import { DayTime, DemoMark } from '../panel/cells.tsx'
import { OrderMarks } from './order-marks.tsx'
import { OrderViews } from './order-views.tsx'
import { ORDER_DATES } from '#contract/console/orders/order-dates.ts'
import { METHOD_NAMES } from '#contract/recharge/method-names.ts'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { ORDER_STATES, PAYMENT_METHODS } from '#contract/shapes.ts'
import type { Filter, FilterField } from '../list/filter.ts'
import { sourceName } from '../sources/source-name.ts'

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

/** The filters of the list, in the order of their chips. */
const ORDER_FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'state',
    label: '状态',
    choices: ORDER_STATES.map((value) => ({ value, label: ORDER_STATE_LABELS[value] })),
  },
  {
    kind: 'choice',
    name: 'method',
    label: '付款方式',
    choices: PAYMENT_METHODS.map((value) => ({ value, label: METHOD_NAMES[value] })),
  },
  { kind: 'days', label: '日期' },
  {
    kind: 'choice',
    name: 'by',
    label: '按哪个时间',
    choices: [
      { value: 'placed', label: '下单' },
      { value: 'paid', label: '付款' },
      { value: 'reversed', label: '退款或争议' },
      { value: 'failed', label: '付款失败' },
    ],
  },
  { kind: 'text', name: 'user', label: '用户', placeholder: '完整的邮箱，或用户编号' },
  {
    kind: 'text',
    name: 'source',
    label: '来源',
    placeholder: '完整的来源，例如 zhihu',
    show: sourceName,
  },
  { kind: 'switch', name: 'unusual', label: '争议/关闭后到账' },
  { kind: 'switch', name: 'disputed', label: '争议中' },
  { kind: 'switch', name: 'requested', label: '退款申请' },
  { kind: 'switch', name: 'first', label: '首次购买' },
  {
    kind: 'text',
    name: 'failure',
    label: '失败原因',
    placeholder: '代码，例如 insufficient_funds',
  },
]

/** Filters that only say something about these dates. */
const ONLY_WITH: Readonly<Record<string, string>> = { first: 'paid', failure: 'failed' }

/** The filters that are offered beside the chosen ones. */
function offeredFilters(filter: Filter): FilterField[] {
  return ORDER_FILTERS.filter((field) => {
    const name = field.kind === 'days' ? '' : field.name
    const date = ONLY_WITH[name]
    return date === undefined || filter['by'] === date || filter[name] !== undefined
  })
}

/** The input of the call. */
function ordersInput(filter: Filter, before: string | undefined) {
  const { state, method, by, unusual, disputed, requested, first, ...rest } = filter
  return {
    ...rest,
    state: ORDER_STATES.find((each) => each === state),
    method: PAYMENT_METHODS.find((each) => each === method),
    by: ORDER_DATES.find((each) => each === by),
    unusual: unusual === undefined ? undefined : ('1' as const),
    disputed: disputed === undefined ? undefined : ('1' as const),
    requested: requested === undefined ? undefined : ('1' as const),
    first: first === undefined ? undefined : ('1' as const),
    before,
  }
}
