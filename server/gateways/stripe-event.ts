import * as z from 'zod/mini'
import type { PaymentEvent } from './payments.ts'
import { idOf, metadata, reference, time, understand } from './stripe-answer.ts'

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
    }),
  }),
})

const ABOUT_A_CHARGE = new Set(['charge', 'refund', 'dispute'])

/** Null when the verified text is no event after all. */
export function toEvent(payload: unknown): PaymentEvent | null {
  const parsed = event.safeParse(payload)
  return parsed.success ? eventFrom(parsed.data) : null
}

/** An event as the provider's own list has it. */
export function readEvent(answer: unknown): PaymentEvent {
  return eventFrom(understand(event, answer, 'event'))
}

function eventFrom({ id, type, livemode, created, data }: z.output<typeof event>): PaymentEvent {
  return { id, type, livemode, createdAt: created, payment: paymentOf(data.object) }
}

type Subject = z.output<typeof event>['data']['object']

function paymentOf({
  object,
  id,
  metadata: given,
  payment_intent: of,
}: Subject): PaymentEvent['payment'] {
  if (object === 'payment_intent') {
    return id === undefined ? null : { intentId: id, metadata: given ?? {} }
  }
  if (!ABOUT_A_CHARGE.has(object)) return null
  const parsed = reference.safeParse(of)
  const intentId = parsed.success ? idOf(parsed.data) : null
  return intentId === null ? null : { intentId, metadata: null }
}
