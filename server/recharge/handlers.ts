import type * as refundRequests from '#contract/recharge/refund-requests.ts'
import type { api } from '#contract/api.ts'
import type * as ledger from '#contract/credit/ledger.ts'
import type { Deps } from '../deps.ts'
import type { EndpointCall, Handlers } from '../http/serve.ts'
import { readTrafficSource } from '../http/traffic-source.ts'
import { cancelOrder } from './orders/cancel-order.ts'
import { type OrderRequest, placeOrder } from './orders/find-or-place-order.ts'
import { confirmPayment } from './payments/confirm-payment.ts'
import { createPaymentIntent } from './payments/create-payment-intent.ts'
import { listCreditEntries } from './orders/list-credit-entries.ts'
import { listOrders, queryOrder } from './orders/query-order.ts'
import { readRefundOffer, requestRefund, withdrawRefundRequest } from './refunds/refund-requests.ts'
import { listPlansOnSale } from './plans/plans.store.ts'

/** Binds each recharge call to its use case. Keep it a table: no logic here. */
export function rechargeHandlers(deps: Deps): Handlers<typeof api.recharge> {
  return {
    comboList: () => listPlansOnSale(deps.sql),
    placeOrder: (call) => placeOrder(deps, toOrderRequest(call)),
    queryOrder: ({ input, session }) => queryOrder(deps, session.userId, input.orderId),
    orderList: ({ input, session: { userId } }) => listOrders(deps, userId, input),
    cancelOrder: ({ input, session }) => cancelOrder(deps, session.userId, input.id),
    createPaymentIntent: (call) => createPaymentIntent(deps, toOrderRequest(call)),
    confirmPayment: ({ input, session: { userId }, request }) =>
      confirmPayment(deps, { userId, address: request.ip }, input),
  }
}

function toOrderRequest({
  input: { id: planId, num, order: orderId, amount },
  session: { userId },
  request,
}: Pick<
  EndpointCall<typeof api.recharge.placeOrder>,
  'input' | 'session' | 'request'
>): OrderRequest {
  return { userId, planId, num, orderId, amount, source: readTrafficSource(request) }
}

export function refundRequestHandlers(deps: Deps): Handlers<typeof refundRequests> {
  return {
    refundOffer: ({ input, session }) => readRefundOffer(deps, session.userId, input.orderId),
    requestRefund: ({ input, session }) => requestRefund(deps, session.userId, input),
    withdrawRefundRequest: ({ input, session }) =>
      withdrawRefundRequest(deps, session.userId, input.orderId),
  }
}

export function ledgerHandlers(deps: Deps): Handlers<typeof ledger> {
  return {
    creditEntries: ({ input, session: { userId } }) => listCreditEntries(deps, userId, input),
  }
}
