import type { OrderDetail } from '#contract/console/orders/orders.ts'

type Order = Pick<OrderDetail['order'], 'state' | 'paidAt' | 'attempts' | 'failure'>

/** Why an order is not paid, in one sentence for whom the customer asks; null when money came. */
export function unpaidSentence(order: Order): string | null {
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
