import type { UserDetail } from '#contract/console/users.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Money } from '#web/ui/display/money.tsx'
import { consoleHref, orderHref } from '../lib/console-href.ts'
import { OrderMarks } from '../orders/order-marks.tsx'
import { MOVEMENT_COLUMNS, MovementRow } from '../panel/cells.tsx'
import { MiniTable, Panel, PanelNone } from '../panel/panel.tsx'
import { ApiKeys, Applications, Holds, Sessions } from './user-access.tsx'
import { UserLots } from './user-lots.tsx'
import { ledgerHref } from './user-views.tsx'

interface UserOverviewProps {
  detail: UserDetail
  userRef: string
}

/** Credit at the left; orders and access at the right. */
export function UserOverview({ detail, userRef }: UserOverviewProps) {
  return (
    <div className="columns">
      <div>
        <UserLots detail={detail} />
        <NewestMovements detail={detail} userRef={userRef} />
        <Holds holds={detail.holds} />
      </div>
      <div>
        <NewestOrders detail={detail} />
        <Sessions sessions={detail.sessions} />
        <Applications applications={detail.applications} />
        <ApiKeys apiKeys={detail.apiKeys} />
      </div>
    </div>
  )
}

const ORDER_COLUMNS = [
  { head: '订单号' },
  { head: '套餐', className: 'wide-only' },
  { head: '金额', className: 'right' },
  { head: '状态', className: 'right' },
]

function NewestOrders({ detail: { orders, counts, user } }: { detail: UserDetail }) {
  const all = consoleHref('/orders', { user: user.email ?? user.id })
  return (
    <Panel title="最近订单" aside={<Link to={all}>全部 {counts.orders}</Link>}>
      {orders.length === 0 ? (
        <PanelNone>没有下过单。</PanelNone>
      ) : (
        <MiniTable caption="最近的订单，最新的在上面" columns={ORDER_COLUMNS}>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                <Link className="number" to={orderHref(order.orderNo)}>
                  {order.orderNo}
                </Link>
              </td>
              <td className="wide-only cut" title={`${order.planName} × ${order.num}`}>
                {order.planName} × {order.num}
              </td>
              <td className="right">
                <Money amount={order.amount} currency={order.currency} />
              </td>
              <td className="right">
                <OrderMarks order={order} />
              </td>
            </tr>
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}

function NewestMovements({ detail: { entries }, userRef }: UserOverviewProps) {
  return (
    <Panel title="最近流水" aside={<Link to={ledgerHref(userRef)}>全部流水</Link>}>
      {entries.length === 0 ? (
        <PanelNone>积分还没有变动。</PanelNone>
      ) : (
        <MiniTable caption="最近的积分流水，最新的在上面" columns={MOVEMENT_COLUMNS}>
          {entries.map(({ createdAt, ...entry }) => (
            <MovementRow key={entry.position} at={createdAt} {...entry} />
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}
