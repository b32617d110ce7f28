import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import type { Order } from '#contract/shapes.ts'
import { href } from '../../lib/href.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { Money } from '../../ui/display/money.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { buyAgainLink } from '../open-orders/buy-again-link.ts'

const AT_TODAYS_PRICE = '如仍需购买，请按当前价格重新下单。'
const PAID = '这笔订单没有重复扣款。'

const SENTENCES: Record<Order['state'], string> = {
  // overdue, and not closed yet
  pending: `支付已超时，没有扣款。${AT_TODAYS_PRICE}`,
  expired: `支付已超时，订单已自动关闭，没有扣款。${AT_TODAYS_PRICE}`,
  cancelled: `没有扣款。${AT_TODAYS_PRICE}`,
  processing: '支付平台正在确认付款，请勿重复支付，确认后自动到账。',
  paid: PAID,
  refunded: PAID,
  partially_refunded: PAID,
  exception: '收到的付款与订单不符，正在核实，暂未入账。请凭订单号联系客服。',
}

/** What has become of an order that cannot be paid (any more), and where to go on. */
export function EndedOrder({ order }: { order: Order }) {
  const state = order.state === 'pending' ? 'expired' : order.state
  return (
    <section className="card pay-none">
      <Empty
        heading="h2"
        title={`订单${ORDER_STATE_LABELS[state]}`}
        action={
          <span className="row-actions">
            <WayOn order={{ ...order, state }} />
          </span>
        }
      >
        {order.combo.name} × {order.num}，
        <Money {...order} />
        <br />
        {SENTENCES[order.state]}
      </Empty>
    </section>
  )
}

function WayOn({ order }: { order: Order }) {
  const { id, state } = order
  const isUnpaid = state === 'cancelled' || state === 'expired'
  const shown =
    state === 'processing'
      ? { to: href('/account/stripe-callback', { order: id }), label: '查看结果' }
      : { to: href('/account/order', { id }), label: '查看订单' }
  return (
    <>
      <ButtonLink kind={isUnpaid ? 'ghost' : 'primary'} to={shown.to}>
        {shown.label}
      </ButtonLink>
      {isUnpaid && (
        <ButtonLink kind="primary" to={buyAgainLink(order)}>
          重新下单
        </ButtonLink>
      )}
    </>
  )
}
