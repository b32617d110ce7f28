import type * as refundRequests from '#contract/recharge/refund-requests.ts'
import type { RefundRequest } from '#contract/recharge/refund-request.ts'
import { type Answers, MockRefusal } from './answer.ts'
import { mockState } from './state.ts'

/** They last as long as the document; nobody answers them. */
const requests = new Map<string, RefundRequest>()

/** No credit of the mock is used: what is left of the payment can be refunded. */
export const refundAnswers: Answers<typeof refundRequests> = {
  refundOffer: ({ orderId }) => viewOf(orderId),
  requestRefund({ orderId, reason = null }) {
    if (!viewOf(orderId).offer) throw new MockRefusal('ORDER_STATE')
    const ends = { endedAt: null, refunded: null, answer: null }
    const askedAt = new Date().toISOString()
    requests.set(orderId, { state: 'open', reason, askedAt, ...ends })
    return viewOf(orderId)
  },
  withdrawRefundRequest({ orderId }) {
    const request = requests.get(orderId)
    if (!request) throw new MockRefusal('ORDER_STATE')
    const endedAt = new Date().toISOString()
    requests.set(orderId, { ...request, state: 'withdrawn', endedAt })
    return viewOf(orderId)
  },
}

function viewOf(orderId: string) {
  const order = mockState().orders.find(({ id }) => id === orderId)
  if (!order) throw new MockRefusal('NOT_FOUND')
  const amount = order.amount - order.refundedAmount
  const offer = order.paidAt && { rule: 'unused share' as const, amount, until: null }
  return { offer: offer || null, request: requests.get(orderId) ?? null }
}
