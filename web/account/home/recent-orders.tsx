import { useState } from 'react'
import type { Order } from '#contract/shapes.ts'
import { cancelOrder } from '../../recharge/open-orders/cancel-order.ts'
import { formatDayTime } from '../../lib/format/day-time.ts'
import { href } from '../../lib/href.ts'
import { Link } from '../../lib/router/link.tsx'
import { useSite } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { CancelOrderDialog } from '../../recharge/open-orders/cancel-order-dialog.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Money } from '../../ui/display/money.tsx'
import { OrderStateTag } from '../../ui/display/tag.tsx'
import type { Load } from '../../ui/feedback/use-load.ts'
import { ListCard } from '../frame/list-card.tsx'
import { isPayable } from '../../recharge/open-orders/pay-link.ts'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { OpenOrderActions } from '../../recharge/open-orders/open-order-actions.tsx'

/** The newest orders with links to their pages; unpaid ones can be paid or cancelled. */
export function RecentOrders({ load }: { load: Load<{ list: Order[] }> }) {
  const { timeZone } = useSite()
  const [toCancel, setToCancel] = useState<Order>()

  async function cancel({ id }: Order) {
    await cancelOrder(id)
    load.reload()
  }

  return (
    <ListCard title="最近订单" all="/account/orders">
      <Loaded load={load} what="订单" lines={5}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty
              title="还没有订单"
              action={
                <ButtonLink kind="secondary" to="/plans">
                  查看套餐
                </ButtonLink>
              }
            >
              可先从最小的套餐开始。
            </Empty>
          ) : (
            <ul className="list">
              {list.map((order) => (
                <li key={order.id}>
                  <Link to={href('/account/order', { id: order.id })}>
                    {order.combo.name} × {order.num}
                    <small>
                      <time dateTime={order.createdAt}>
                        {formatDayTime(order.createdAt, timeZone)}
                      </time>
                    </small>
                  </Link>
                  <span className="end">
                    <Money {...order} />
                    <br />
                    <OrderStateTag state={order.state} />
                  </span>
                  <OpenOrder
                    order={order}
                    onCancel={() => setToCancel(order)}
                    onEnd={load.reload}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <CancelOrderDialog
        order={toCancel}
        onClose={() => setToCancel(undefined)}
        onConfirm={cancel}
      />
    </ListCard>
  )
}

interface OpenOrderProps {
  order: Order
  onCancel: () => void
  /** Called when the order expires. */
  onEnd: () => void
}

/** Countdown and actions of an unpaid order; renders nothing for other orders. */
function OpenOrder({ order, onCancel, onEnd }: OpenOrderProps) {
  if (!isPayable(order)) return null
  return (
    <div className="list-open">
      <p>
        <Countdown until={order.expiresAt} onEnd={onEnd} />
        后自动关闭
      </p>
      <span className="row-actions">
        <OpenOrderActions order={order} onCancel={onCancel} />
      </span>
    </div>
  )
}
