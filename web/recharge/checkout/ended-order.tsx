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
  pending: `超过了支付时间，没有扣款。${AT_TODAYS_PRICE}`,
  expired: `超过了支付时间，订单已自动关闭，没有扣款。${AT_TODAYS_PRICE}`,
  cancelled: `没有扣款。${AT_TODAYS_PRICE}`,
  processing: '支付方正在确认这笔付款，不用再付一次，确认后自动到账。',
  paid: PAID,
  refunded: PAID,
  partially_refunded: PAID,
  exception: '收到的付款和订单对不上，我们正在核实，暂时没有入账。请把订单号发给客服。',
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
