import type { Order } from '#contract/shapes.ts'
import { isPayable } from '../../lib/orders/pay-link.ts'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { OpenOrderActions } from '../../ui/shop/open-order-actions.tsx'

interface OpenOrderProps {
  order: Order
  onCancel: () => void
  /** Its time is over. */
  onEnd: () => void
}

/** How long an order can still be paid, and what to do about it; nothing of one that cannot. */
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
