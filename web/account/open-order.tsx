import type { Order } from '#contract/shapes.ts'
import { payLink } from '../lib/pay-link.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Countdown } from '../ui/countdown.tsx'

interface OpenOrderProps {
  order: Order
  onCancel: () => void
  /** Its time is over. */
  onEnd: () => void
}

/** How long an order can still be paid, and what to do about it; nothing of one that cannot. */
export function OpenOrder({ order, onCancel, onEnd }: OpenOrderProps) {
  const isPayable = order.state === 'pending' && Date.parse(order.expiresAt) > Date.now()
  if (!isPayable) return null
  return (
    <div className="list-open">
      <p>
        <Countdown until={order.expiresAt} onEnd={onEnd} />
        后自动关闭
      </p>
      <span className="row-actions">
        <Button kind="ghost" size="small" onClick={onCancel}>
          取消订单
        </Button>
        <ButtonLink kind="primary" size="small" to={payLink(order)}>
          继续支付
        </ButtonLink>
      </span>
    </div>
  )
}
