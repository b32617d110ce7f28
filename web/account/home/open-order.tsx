import type { Order } from '#contract/shapes.ts'
import { isPayable } from '../../recharge/open-orders/pay-link.ts'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { OpenOrderActions } from '../../recharge/open-orders/open-order-actions.tsx'

interface OpenOrderProps {
  order: Order
  onCancel: () => void
  /** Called when the order expires. */
  onEnd: () => void
}

/** Countdown and actions of an unpaid order; renders nothing for other orders. */
export function OpenOrder({ order, onCancel, onEnd }: OpenOrderProps) {
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
