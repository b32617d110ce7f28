import type Stripe from 'stripe'
import type { Charge, Dispute, Intent, Refund } from '../storage/tables.ts'
import { newId, secondsOf, type Context } from './context.ts'

/** The API version of the objects here; an SDK of another version fails to compile. */
export const API_VERSION = '2026-10-28.endive' satisfies typeof Stripe.API_VERSION

/** Every event type that the sandbox sends. */
export const eventTypes = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.failed',
  'charge.pending',
  'charge.refund.updated',
  'charge.refunded',
  'charge.succeeded',
  'payment_intent.canceled',
  'payment_intent.created',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'refund.created',
  'refund.failed',
  'refund.updated',
] as const satisfies Stripe.Event['type'][]

type EventType = (typeof eventTypes)[number]

type Subject = Intent | Charge | Refund | Dispute

/** Stores an event about this object and queues its delivery. */
export function emitEvent(
  { change, atMs, cause, rules }: Context,
  type: EventType,
  object: Subject,
): void {
  const event: Stripe.EventBase = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: secondsOf(atMs),
    data: { object },
    livemode: false,
    pending_webhooks: rules.sendsWebhooks ? 1 : 0,
    request: cause,
    type,
  }
  if (!rules.sendsWebhooks) {
    change.put('events', event.id, { event, tries: 0 })
    return
  }
  change.put('events', event.id, { event, tries: 0, nextTryAtMs: atMs })
  change.put('tasks', `deliver:${event.id}`, { kind: 'deliver', subject: event.id, dueAtMs: atMs })
}

/** The intent that an event is about; undefined when it is about none. */
export function intentIdOf({ data: { object } }: Stripe.EventBase): string | undefined {
  const isIntent = Reflect.get(object, 'object') === 'payment_intent'
  const id: unknown = Reflect.get(object, isIntent ? 'id' : 'payment_intent')
  return typeof id === 'string' ? id : undefined
}
