import type { OrderDetail } from '#contract/console/orders/orders.ts'
import { Link } from '#web/lib/router/link.tsx'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { Credit, Money } from '#web/ui/display/money.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { userHref } from '../lib/console-href.ts'
import { DayTime } from '../panel/cells.tsx'
import { Strip } from '../panel/panel.tsx'
import { OrderMarks } from './order-marks.tsx'

interface OrderHeadProps {
  detail: OrderDetail
  actions: ActionStarter
}

/** Number, state, actions of the role, and the values that matter most. */
export function OrderHead({ detail, actions }: OrderHeadProps) {
  const { order, buyer, policy, refundRequest } = detail
  const { orderNo, state, amount, refundedAmount, currency, paidAt } = order
  // money that did not fit is refunded without having been booked as paid
  const isGranted = paidAt !== null && state !== 'exception'
  const isReturned = !isGranted && state === 'refunded'
  const isRefundable = (isGranted && refundedAmount < amount) || state === 'exception'
  const given = { order: orderNo }
  const unpaid = unpaidSentence(order)
  return (
    <>
      <header className="thing-head">
        <h1>
          <CopyButton text={orderNo} what="订单号" /> <OrderMarks order={order} />
        </h1>
        <span className="row-actions">
          <ActionButton actions={actions} command="orders check" given={given} icon="again">
            重查
          </ActionButton>
          {paidAt !== null && buyer.email !== null && (
            <ActionButton actions={actions} command="orders receipt" given={given} icon="mail">
              重发收据
            </ActionButton>
          )}
          <ActionButton
            actions={actions}
            command="orders recover"
            given={given}
            icon="plus"
            disabled={isGranted || isReturned}
            title={isGranted ? '已经入账，不用补单' : isReturned ? '款项已经退回' : undefined}
          >
            补单
          </ActionButton>
          <ActionButton
            actions={actions}
            command="orders refund"
            given={given}
            kind="danger"
            disabled={!isRefundable}
            title={isRefundable ? undefined : '没有可退的付款'}
          >
            退款
          </ActionButton>
        </span>
      </header>
      {refundRequest && (
        <Notice
          kind="wait"
          actions={
            <ActionButton actions={actions} command="orders refuse-refund" given={given}>
              拒绝申请
            </ActionButton>
          }
        >
          顾客于 <DayTime iso={refundRequest.askedAt} /> 申请退款
          {refundRequest.reason !== null && `，原因：${refundRequest.reason}`}。
          {policy && (
            <>
              按规则可退 <Money amount={policy.amount} currency={currency} />。
            </>
          )}
          同意请按“退款”。
        </Notice>
      )}
      {unpaid !== null && <Notice kind="wait">{unpaid}</Notice>}
      {state === 'exception' && (
        <Notice kind="wait">
          款项与订单不符，没有给积分。“退款”会退回款项并了结订单；改用“调整积分”补给用户的，订单仍留在待核实。
        </Notice>
      )}
      <Strip
        rows={[
          [paidAt === null ? '金额' : '实付', <Money key="sum" {...{ amount, currency }} />],
          [
            '已退款',
            refundedAmount > 0 ? (
              <Money key="back" amount={refundedAmount} currency={currency} />
            ) : null,
          ],
          [
            isGranted ? '到账积分' : '积分',
            <span key="credit" className="money-in">
              <Credit credit={order.credit} />
            </span>,
          ],
          ['套餐', `${order.planName} × ${order.num}`],
          [
            '用户',
            <Link key="user" to={userHref(buyer.id)}>
              {buyer.email === null ? '已注销的用户' : buyer.nickname}
            </Link>,
          ],
          ['付款方式', order.paymentMethod],
          ['付款时间', paidAt === null ? null : <DayTime key="paid" iso={paidAt} />],
          ['下单', <DayTime key="made" iso={order.createdAt} />],
          ['来源', order.source],
        ]}
      />
    </>
  )
}

type Order = Pick<OrderDetail['order'], 'state' | 'paidAt' | 'attempts' | 'failure'>

/** Why an order is not paid, in one sentence for whom the customer asks; null when money came. */
function unpaidSentence(order: Order): string | null {
  if (order.paidAt !== null) return null
  switch (order.state) {
    case 'pending':
      return `还没有付款：${causeOf(order)}。`
    case 'processing':
      return '还没有到账：付款已经提交，银行或钱包还没有给出结果。'
    case 'cancelled':
      return `没有付款，订单已取消：${causeOf(order)}。`
    case 'expired':
      return `没有付款，订单已过期：${causeOf(order)}。`
    default:
      return null
  }
}

function causeOf({ attempts, failure }: Order): string {
  if (failure !== null) return `最近一次付款没有成功，${failure.message.replace(/。$/, '')}`
  return attempts === 0 ? '用户没有提交过付款' : '用户提交过付款，但没有付成'
}
