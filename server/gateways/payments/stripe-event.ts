import * as z from 'zod/mini'
import { MalformedEvent, type ProviderEvent } from './payments.ts'
import { idOf, metadata, reference, time, parseResponse } from './stripe-response.ts'

const event = z.object({
  object: z.literal('event'),
  id: z.string().check(z.startsWith('evt_')),
  type: z.string(),
  livemode: z.boolean(),
  created: time,
  data: z.object({
    object: z.looseObject({
      object: z.string(),
      id: z.optional(z.string()),
      payment_intent: z.optional(z.unknown()),
      metadata: z.nullish(metadata),
      last_payment_error: z.optional(z.unknown()),
    }),
  }),
})

/** The events that may change an order, and how. `docs/production.md` names them for the endpoint. */
export const HANDLED_EVENTS: Readonly<Record<string, Exclude<ProviderEvent['kind'], 'other'>>> = {
  'payment_intent.succeeded': 'payment',
  'payment_intent.processing': 'payment',
  'payment_intent.payment_failed': 'decline',
  'payment_intent.canceled': 'payment',
  'charge.refunded': 'reversal',
  'refund.created': 'reversal',
  'refund.updated': 'reversal',
  'refund.failed': 'reversal',
  'charge.dispute.created': 'reversal',
  'charge.dispute.updated': 'reversal',
  'charge.dispute.funds_withdrawn': 'reversal',
  'charge.dispute.funds_reinstated': 'reversal',
  'charge.dispute.closed': 'reversal',
}

/** Objects that name the intent they belong to. */
const OF_AN_INTENT = new Set(['charge', 'refund', 'dispute'])

/** The event of a verified payload. Throws MalformedEvent, which names the fields that are missing or wrong. */
export function toEvent(payload: unknown): ProviderEvent {
  const parsed = event.safeParse(payload)
  if (!parsed.success)
    throw new MalformedEvent(parsed.error.issues.map(({ path }) => path.join('.')))
  const { object, id } = parsed.data.data.object
  if (object === 'payment_intent' && id === undefined) throw new MalformedEvent(['data.object.id'])
  return eventFrom(parsed.data)
}

/** An event that was fetched from Stripe. Throws PaymentFailure for anything else. */
export function readEvent(response: unknown): ProviderEvent {
  return eventFrom(parseResponse(event, response, 'event'))
}

function eventFrom({ id, type, livemode, created, data }: z.output<typeof event>): ProviderEvent {
  const kind = Object.hasOwn(HANDLED_EVENTS, type) ? HANDLED_EVENTS[type]! : 'other'
  return { id, kind, type, livemode, createdAt: created, payment: paymentOf(data.object, kind) }
}

type Subject = z.output<typeof event>['data']['object']

function paymentOf(
  { object, id, metadata: given, payment_intent: of, last_payment_error: lastError }: Subject,
  kind: ProviderEvent['kind'],
): ProviderEvent['payment'] {
  if (object === 'payment_intent') {
    if (id === undefined) return null
    return {
      intentId: id,
      metadata: given ?? {},
      failedMethodId: kind === 'decline' ? failedMethodOf(lastError) : null,
    }
  }
  if (!OF_AN_INTENT.has(object)) return null
  const parsed = reference.safeParse(of)
  const intentId = parsed.success ? idOf(parsed.data) : null
  return intentId === null ? null : { intentId, metadata: null, failedMethodId: null }
}

const failure = z.object({ payment_method: z.object({ id: z.string() }) })

function failedMethodOf(lastError: unknown): string | null {
  const parsed = failure.safeParse(lastError)
  return parsed.success ? parsed.data.payment_method.id : null
}
