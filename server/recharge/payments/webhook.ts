import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { PaymentEvent } from '../../gateways/payments.ts'
import { AppError } from '../../http/app-error.ts'
import { useApiHeaders } from '../../http/security/api-headers.ts'
import { callOperator } from '../../alerts/raise-alert.ts'
import { applyPayment } from './apply-snapshot.ts'
import { hasReversals, type OrderRow } from '../orders/order.ts'
import { findOrder, findOrderByIntent } from '../orders/orders.store.ts'
import { findIntent, isOurs, isOursForSure } from '../../gateways/ownership.ts'
import { isKnownProviderEvent } from './provider-events.store.ts'
import { PROVIDER_MS, withProviderFailures } from '../../gateways/provider-failures.ts'
import { askProvider } from '../../gateways/provider-snapshot.ts'

const BODY_LIMIT = 512 * 1024
/** Without a secret the operator has to act; the provider goes on sending for days. */
const RETRY_S = 60

/** What changes an order; all else that the provider tells is let pass. */
export const HANDLED = new Set([
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
])

const received = { statusCode: 200, message: 'ok', data: null }

/**
 * `POST /webhooks/stripe`: every 2xx says that the event is dealt with for good, anything else has it
 * sent again. The event only says which intent to ask about, so old and reordered ones do no harm.
 */
export function paymentWebhook(deps: Deps) {
  // oxlint-disable-next-line typescript/require-await -- Fastify takes the promise as the end of registration
  return async (app: FastifyInstance): Promise<void> => {
    if (deps.config.payments.webhookSecrets.length === 0) {
      deps.log.warn('no webhook secret is set: /webhooks/stripe answers 503')
    }
    useApiHeaders(app, deps.config)
    // the signature is over the bytes as they came
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    app.post('/webhooks/stripe', { bodyLimit: BODY_LIMIT }, async (request) => {
      if (deps.config.payments.webhookSecrets.length === 0) {
        throw new AppError('DEPENDENCY_DOWN', { retryAfter: RETRY_S })
      }
      const signature = request.headers['stripe-signature']
      const event =
        Buffer.isBuffer(request.body) && typeof signature === 'string'
          ? deps.payments.verifyEvent(request.body, signature, deps.now())
          : null
      if (!event) throw new AppError('VALIDATION', { message: '签名无效' })
      await withProviderFailures(() => receiveEvent(deps, event))
      return received
    })
  }
}

/** Whether an event may have to be dealt with here: of a kind that changes orders, and about a payment. */
export function isHandled({ type, payment }: PaymentEvent): boolean {
  return payment !== null && HANDLED.has(type)
}

/** What became of an event; `ignored` is none of ours, or of a kind that changes nothing. */
export type Reception = 'applied' | 'known' | 'ignored'

/** Deals with an event for good, or throws, and then it has to come again. */
export async function receiveEvent(deps: Deps, event: PaymentEvent): Promise<Reception> {
  const { payment, livemode } = event
  if (!payment || !isHandled(event)) return 'ignored'
  if (livemode !== deps.config.payments.livemode) {
    deps.log.warn({ eventId: event.id, livemode }, 'an event of the other mode was ignored')
    return 'ignored'
  }
  if (await isKnownProviderEvent(deps.sql, event.id)) return 'known'
  const order = await orderOf(deps, event.id, payment)
  if (!order) return 'ignored'
  const payments = deps.payments.within(PROVIDER_MS)
  const mayHaveMoneyBack = payment.metadata === null || hasReversals(order)
  const word = await askProvider(payments, payment.intentId, { mayHaveMoneyBack })
  await applyPayment(deps, order.id, word, { actor: 'provider', event })
  return 'applied'
}

/** Null for an intent that is none of ours. One that says it is, and is not known here, is sent again. */
async function orderOf(
  deps: Deps,
  eventId: string,
  { intentId, metadata: told }: NonNullable<PaymentEvent['payment']>,
): Promise<OrderRow | null> {
  const own = await findOrderByIntent(deps.sql, intentId)
  if (own) return own
  const payments = deps.payments.within(PROVIDER_MS)
  // a charge, a refund and a dispute say only which intent they belong to
  const metadata = told ?? (await findIntent(payments, intentId))?.metadata ?? {}
  if (!isOurs(deps, metadata)) return null
  const { order: orderId = '' } = metadata
  const named = await findOrder(deps.sql, orderId)
  if (named) return named
  if (!(await isOursForSure({ ...deps, payments }, intentId, metadata))) return null
  const facts = { eventId, intentId, orderId }
  await callOperator(deps, { kind: 'order_unknown', subject: intentId, facts })
  throw new AppError('INTERNAL')
}
