import { setTimeout as delay } from 'node:timers/promises'
import type { OutputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/recharge/recharge.ts'
import type { Deps } from '../../deps.ts'
import { type Intent, isPaymentFailure } from '../../gateways/payments/payments.ts'
import { refusePayment } from '../orders/open-order-to-pay.ts'
import { isOpen, type OrderRow } from '../orders/order.ts'
import { findOrder, storeIntent, raiseIntentTry } from '../orders/orders.store.ts'
import { metadataOf } from '../../gateways/payments/ownership.ts'
import {
  PROVIDER_BUDGET_MS,
  withProviderFailures,
} from '../../gateways/payments/provider-failures.ts'
import { alertRefusals } from './refused-by-provider.ts'
import { findOrPlaceOrder, type OrderRequest } from '../orders/find-or-place-order.ts'
import { rechargeLimits } from '../limits.ts'

/** Rounds in which an answer of the provider is worth another call in the same request. */
const ROUNDS = 4
const WHILE_IN_PROGRESS_MS = 300

/** Finds or places the order and returns the client secret of its one intent, which is stored first. */
export async function createPaymentIntent(
  allDeps: Deps,
  request: OrderRequest,
): Promise<OutputOf<typeof contract.createPaymentIntent>> {
  const deps = { ...allDeps, payments: allDeps.payments.within(PROVIDER_BUDGET_MS) }
  // who has the client secret can also pay without the shop, see `isTriedWithCards`
  await deps.limits.check(rechargeLimits.declines, request.userId)
  await deps.limits.consume(rechargeLimits.createIntent, request.userId)
  const { userId } = request
  const order = await alertRefusals(deps, { userId }, () => findOrPlaceOrder(deps, request))
  const facts = { userId, orderId: order.id, orderNo: order.orderNo }
  const clientSecret =
    order.clientSecret ??
    (await alertRefusals(deps, facts, () =>
      withProviderFailures(() => createClientSecret(deps, order)),
    ))
  return {
    clientSecret,
    orderId: order.id,
    amount: order.amount,
    currency: order.currency,
    provider: deps.config.payments.provider,
  }
}

async function createClientSecret(deps: Deps, { id }: OrderRow): Promise<string> {
  for (let round = 1; ; round += 1) {
    const order = (await findOrder(deps.sql, id))!
    if (!isOpen(order)) throw refusePayment(order)
    // a concurrent request of the same buyer may have been first
    if (order.clientSecret !== null) return order.clientSecret
    try {
      return await storeClientSecret(deps, order, await createIntent(deps, order))
    } catch (error) {
      if (isPaymentFailure(error, 'serverError'))
        await raiseIntentTry(deps.sql, id, order.intentTry)
      else if (isPaymentFailure(error, 'inProgress')) await delay(WHILE_IN_PROGRESS_MS)
      else throw error
      if (round === ROUNDS) throw error
    }
  }
}

function createIntent(deps: Deps, order: OrderRow): Promise<Intent> {
  const { payments, config } = deps
  return payments.createIntent({
    amount: order.amount,
    currency: order.currency,
    description: order.orderNo,
    methods: config.payments.methods,
    metadata: metadataOf(deps, order.id),
    idempotencyKey: `pi:${order.id}:${order.intentTry}`,
  })
}

async function storeClientSecret(
  { sql, payments, log }: Deps,
  { id }: OrderRow,
  intent: Intent,
): Promise<string> {
  const { id: intentId, clientSecret } = intent
  if (clientSecret === null) throw new Error(`intent ${intentId} came without a client secret`)
  if (await storeIntent(sql, { id, intentId, clientSecret })) return clientSecret
  const order = (await findOrder(sql, id))!
  if (isOpen(order) && order.clientSecret !== null) return order.clientSecret
  // the order was closed meanwhile: this intent must not be payable
  if (order.paymentIntentId !== intentId) {
    await payments.cancelIntent(intentId).catch((error: unknown) => {
      log.warn({ err: error, orderId: id, intentId }, 'an unused intent could not be cancelled')
    })
  }
  throw refusePayment(order)
}
