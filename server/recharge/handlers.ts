import type { api } from '#contract/api.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/serve.ts'
import { sourceOf } from '../http/source.ts'
import { cancelOrder } from './cancel-order.ts'
import { confirmPayment } from './confirm-payment.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { listCreditEntries } from './credit.ts'
import { listOrders } from './list-orders.ts'
import { placeOrder } from './place-order.ts'
import { listPlansOnSale } from './plans.store.ts'
import { queryOrder } from './query-order.ts'

/** Binds each recharge call to its use case. Keep it a table: no logic here. */
export function rechargeHandlers(deps: Deps): Handlers<typeof api.recharge> {
  return {
    comboList: () => listPlansOnSale(deps.sql),
    placeOrder: ({ input: { id: planId, num }, session: { userId }, request }) =>
      placeOrder(deps, { userId, planId, num, source: sourceOf(request) }),
    queryOrder: ({ input, session }) => queryOrder(deps, session.userId, input.orderId),
    orderList: ({ input, session }) => listOrders(deps, session.userId, input),
    cancelOrder: ({ input, session }) => cancelOrder(deps, session.userId, input.id),
    createPaymentIntent: ({ input: { id: planId, num }, session: { userId }, request }) =>
      createPaymentIntent(deps, { userId, planId, num, source: sourceOf(request) }),
    confirmPayment: ({ input, session: { userId }, request }) =>
      confirmPayment(deps, { userId, address: request.ip }, input),
    creditEntries: ({ input, session }) => listCreditEntries(deps, session.userId, input),
  }
}
