import type { ConsoleOrder } from '#contract/console/orders/orders.ts'
import { useLocation } from '#web/lib/router/contexts.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Credit, Money } from '#web/ui/display/money.tsx'
import { orderHref, userHref } from '../lib/console-href.ts'
import { type Column, CutCell, RowTable } from '../list/row-table.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { DemoMark } from '../panel/demo-mark.tsx'
import { OrderMarks } from './order-marks.tsx'

/** What narrower windows leave out before: the end of a dispute takes the room of two columns. */
type Lesser = 'w-mid' | 'w-late'

const columnsWith = (lesser: Lesser): readonly Column[] => [
  { head: '订单号' },
  { head: '下单' },
  { head: '用户' },
  { head: '套餐' },
  { head: '金额', className: 'right' },
  { head: '积分', className: `right ${lesser}` },
  { head: '状态' },
  { head: '付款方式', className: lesser },
  { head: '来源', className: 'w-late' },
]

export function OrdersTable({ orders }: { orders: readonly ConsoleOrder[] }) {
  const { search } = useLocation()
  const lesser = orders.some(({ disputeDueAt }) => disputeDueAt !== null) ? 'w-late' : 'w-mid'
  return (
    <RowTable caption="订单，最新的在上面" columns={columnsWith(lesser)}>
      {orders.map((order) => (
        <tr key={order.id}>
          <td className="n-lead">
            <Link
              data-row
              className="row-link number"
              to={orderHref(order.orderNo)}
              state={{ list: search }}
            >
              {order.orderNo}
            </Link>
          </td>
          <td className="n-time">
            <DayTime iso={order.createdAt} />
          </td>
          <Buyer order={order} />
          <CutCell className="grows" text={`${order.planName} × ${order.num}`} />
          <td className="right n-sum">
            <Money amount={order.amount} currency={order.currency} />
          </td>
          <td className={`right ${lesser}`}>
            <Credit credit={order.credit} />
          </td>
          <td className="n-state">
            <OrderMarks order={order} />
          </td>
          <CutCell className={lesser} text={order.paymentMethod} />
          <CutCell className="w-late" text={order.source} />
        </tr>
      ))}
    </RowTable>
  )
}

function Buyer({ order: { userId, nickname, email } }: { order: ConsoleOrder }) {
  if (email === null)
    return (
      <td className="n-who cut grows">
        <Link to={userHref(userId)} className="faint">
          已注销的用户
        </Link>
      </td>
    )
  return (
    <td className="n-who cut grows" title={`${nickname}，${email}`}>
      <Link to={userHref(userId)}>
        {nickname}
        <DemoMark email={email} /> <small>{email}</small>
      </Link>
    </td>
  )
}
