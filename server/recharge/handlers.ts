import type { api } from '#contract/api.ts'
import type * as ledger from '#contract/credit/ledger.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/serve.ts'
import { readTrafficSource } from '../http/traffic-source.ts'
import { cancelOrder } from './orders/cancel-order.ts'
import type { PaymentActions } from './orders/payment-actions.ts'
import { closeOrder } from './payments/close-order.ts'
import { confirmPayment } from './payments/confirm-payment.ts'
import { createPaymentIntent } from './payments/create-payment-intent.ts'
import { listCreditEntries } from './orders/list-credit-entries.ts'
import { listOrders } from './orders/list-orders.ts'
import { placeOrder } from './orders/place-order.ts'
import { listPlansOnSale } from './plans/plans.store.ts'
import { queryOrder } from './orders/query-order.ts'
import { settleOrder } from './payments/settle-order.ts'
import { readReversals } from './refunds/read-reversals.ts'

const actions: PaymentActions = { settleOrder, closeOrder, readReversals }

/** Binds each recharge call to its use case. Keep it a table: no logic here. */
export function rechargeHandlers(deps: Deps): Handlers<typeof api.recharge> {
  return {
    comboList: () => listPlansOnSale(deps.sql),
    placeOrder: ({ input: { id: planId, num }, session: { userId }, request }) =>
      placeOrder(deps, actions, { userId, planId, num, source: readTrafficSource(request) }),
    queryOrder: ({ input, session }) => queryOrder(deps, actions, session.userId, input.orderId),
    orderList: ({ input, session: { userId } }) =>
      deps.lists.read(userId, (sql) => listOrders({ sql }, userId, input)),
    cancelOrder: ({ input, session }) => cancelOrder(deps, actions, session.userId, input.id),
    createPaymentIntent: ({ input: { id: planId, num }, session: { userId }, request }) =>
      createPaymentIntent(deps, { userId, planId, num, source: readTrafficSource(request) }),
    confirmPayment: ({ input, session: { userId }, request }) =>
      confirmPayment(deps, { userId, address: request.ip }, input),
  }
}

export function ledgerHandlers(deps: Deps): Handlers<typeof ledger> {
  return {
    creditEntries: ({ input, session: { userId } }) =>
      deps.lists.read(userId, (sql) => listCreditEntries({ sql }, userId, input)),
  }
}
