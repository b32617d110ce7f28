import type Stripe from 'stripe'
import type { Intent } from '../storage/tables.ts'
import { newId, secondsOf, type Context } from './context.ts'

/** The version that the objects here are shaped after; the types say when an update of the SDK moves it. */
export const API_VERSION = '2026-10-28.endive' satisfies typeof Stripe.API_VERSION

/** Records that something happened to an object as it is now, and has it sent to the webhook. */
export function emit(
  { change, atMs, cause, rules }: Context,
  type: Stripe.Event['type'],
  object: Intent | Stripe.Charge,
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
