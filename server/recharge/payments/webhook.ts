import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import {
  MalformedEvent,
  type ProviderEvent,
  type WebhookRequest,
} from '../../gateways/payments/payments.ts'
import { AppError } from '../../http/app-error.ts'
import { useApiHeaders } from '../../http/security/api-headers.ts'
import { alertOperator } from '../../alerts/raise-alert.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { hasReversals, type OrderRow } from '../orders/order.ts'
import { findOrder, findOrderByIntent } from '../orders/orders.store.ts'
import { closeOrder } from './close-order.ts'
import { findIntent, isOurs, isSurelyOurs } from '../../gateways/payments/ownership.ts'
import { isKnownProviderEvent } from './provider-events.store.ts'
import {
  PROVIDER_BUDGET_MS,
  withProviderFailures,
} from '../../gateways/payments/provider-failures.ts'
import { fetchSnapshot } from '../../gateways/payments/provider-snapshot.ts'

const BODY_LIMIT = 512 * 1024
/** Without a secret the operator has to act; the provider sends events again for days. */
const RETRY_S = 60

/** So many failed attempts behind the shop's back close an order. */
const MOST_FOREIGN_DECLINES = 3

const received = { statusCode: 200, message: 'ok', data: null }

/**
 * `POST /webhooks/stripe`. A 2xx says that the event is done with; after any other answer the provider sends
 * it again. The event only says which intent to ask about, so old and reordered events do no harm. Its
 * signature is verified in `gateways/payments/verify-webhook.ts`.
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
      const { body, headers } = request
      const event = Buffer.isBuffer(body) ? readSignedEvent(deps, { body, headers }) : null
      if (!event) throw new AppError('VALIDATION', { message: '签名无效' })
      await withProviderFailures(() => receiveEvent(deps, event))
      return received
    })
  }
}

/** Null for a wrong signature. A signed event that lacks fields is refused with their names. */
function readSignedEvent(deps: Deps, request: WebhookRequest): ProviderEvent | null {
  try {
    return deps.payments.verifyWebhook(request, deps.now())
  } catch (error) {
    if (!(error instanceof MalformedEvent)) throw error
    deps.log.warn({ fields: error.fields }, 'a signed event lacks fields')
    throw new AppError('VALIDATION', {
      message: `签名正确，但事件缺少这些字段，或它们的类型不对：${error.fields.join('、')}`,
    })
  }
}

/** Whether an event may change an order. */
export function isHandled({ kind, payment }: ProviderEvent): boolean {
  return payment !== null && kind !== 'other'
}

/** What an event led to; `ignored`: it is about no order of ours, or changes none. */
export type EventResult = 'applied' | 'known' | 'ignored'

/** Applies an event. Throws when it has to be sent again. */
export async function receiveEvent(deps: Deps, event: ProviderEvent): Promise<EventResult> {
  const { payment, livemode } = event
  if (!payment || !isHandled(event)) return 'ignored'
  if (livemode !== deps.config.payments.livemode) {
    deps.log.warn({ eventId: event.id, livemode }, 'an event of the other mode was ignored')
    return 'ignored'
  }
  if (await isKnownProviderEvent(deps.sql, event.id)) {
    // it comes again when the order could not be closed the first time
    const order =
      event.kind === 'decline' ? await findOrderByIntent(deps.sql, payment.intentId) : null
    if (order) await closeTriedOrder(deps, order)
    return 'known'
  }
  const order = await findEventOrder(deps, event.id, payment)
  if (!order) return 'ignored'
  const payments = deps.payments.within(PROVIDER_BUDGET_MS)
  const withReversals = payment.metadata === null || hasReversals(order)
  const snapshot = await fetchSnapshot(payments, payment.intentId, { withReversals })
  const after = await applySnapshot(deps, order.id, snapshot, { actor: 'provider', event })
  await closeTriedOrder(deps, after)
  return 'applied'
}

/**
 * Whether an order has to be closed because somebody tries cards with it. Whoever has an intent's client secret can do so
 * at the provider itself, past the limits of `confirmPayment`; so attempts that failed and that this shop did not send
 * count as the user's declined cards, and the third of an order closes it.
 */
function isTriedWithCards({ foreignDeclines, state }: OrderRow): boolean {
  return foreignDeclines >= MOST_FOREIGN_DECLINES && state === 'pending'
}

async function closeTriedOrder(deps: Deps, order: OrderRow): Promise<void> {
  if (!isTriedWithCards(order)) return
  const payments = deps.payments.within(PROVIDER_BUDGET_MS)
  const { id: orderId, orderNo, userId, paymentIntentId: intentId } = order
  const facts = { orderId, orderNo, userId, intentId }
  await alertOperator(deps, { kind: 'declined_elsewhere', subject: orderId, facts })
  await closeOrder({ ...deps, payments }, order, { actor: 'system' })
}

/** Null for an intent that is not ours. Throws for one that says it is ours and has no order. */
async function findEventOrder(
  deps: Deps,
  eventId: string,
  { intentId, metadata: given }: NonNullable<ProviderEvent['payment']>,
): Promise<OrderRow | null> {
  const own = await findOrderByIntent(deps.sql, intentId)
  if (own) return own
  const payments = deps.payments.within(PROVIDER_BUDGET_MS)
  // a charge, a refund or a dispute only names its intent
  const metadata = given ?? (await findIntent(payments, intentId))?.metadata ?? {}
  if (!isOurs(deps, metadata)) return null
  const { order: orderId = '' } = metadata
  const named = await findOrder(deps.sql, orderId)
  if (named) return named
  if (!(await isSurelyOurs({ ...deps, payments }, intentId, metadata))) return null
  const facts = { eventId, intentId, orderId }
  await alertOperator(deps, { kind: 'order_unknown', subject: intentId, facts })
  throw new AppError('INTERNAL')
}
