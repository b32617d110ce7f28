import * as z from 'zod/mini'
import { type Intent, PaymentFailure } from './payments.ts'

/** What we rely on in the provider's answers; whatever else they hold is passed over. */

const metadata = z.record(z.string(), z.string())
const reference = z.nullish(z.union([z.string(), z.object({ id: z.string() })]))

const charge = z.object({
  id: z.string(),
  status: z.string(),
  payment_method_details: z.nullish(
    z.looseObject({
      type: z.string(),
      card: z.nullish(z.object({ brand: z.nullish(z.string()), last4: z.nullish(z.string()) })),
    }),
  ),
})

const paymentIntent = z.object({
  object: z.literal('payment_intent'),
  id: z.string().check(z.startsWith('pi_')),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
    'processing',
    'succeeded',
    'canceled',
  ]),
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  livemode: z.boolean(),
  client_secret: z.nullish(z.string()),
  metadata,
  next_action: z.nullish(
    z.object({
      type: z.string(),
      redirect_to_url: z.nullish(z.object({ url: z.nullish(z.url()) })),
    }),
  ),
  last_payment_error: z.nullish(
    z.object({
      code: z.nullish(z.string()),
      decline_code: z.nullish(z.string()),
      payment_method: z.nullish(z.object({ id: z.string() })),
    }),
  ),
  payment_method: reference,
  latest_charge: z.nullish(z.union([z.string(), charge])),
})

const event = z.object({
  object: z.literal('event'),
  id: z.string().check(z.startsWith('evt_')),
  type: z.string(),
  livemode: z.boolean(),
  created: z.int(),
  data: z.object({
    object: z.looseObject({
      object: z.string(),
      id: z.optional(z.string()),
      metadata: z.nullish(metadata),
    }),
  }),
})

/** Throws `unavailable` for anything that is not an intent: then nothing is known of what happened. */
export function toIntent(answer: unknown): Intent {
  const parsed = paymentIntent.safeParse(answer)
  if (!parsed.success) {
    const where = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
    throw new PaymentFailure('unavailable', `not a payment intent (${where})`)
  }
  const { data } = parsed
  return {
    id: data.id,
    status: data.status,
    amount: data.amount,
    amountReceived: data.amount_received,
    currency: data.currency,
    livemode: data.livemode,
    clientSecret: data.client_secret ?? null,
    metadata: data.metadata,
    nextAction: nextActionOf(data.next_action),
    lastError: lastErrorOf(data.last_payment_error),
    paymentMethodId: idOf(data.payment_method),
    paymentMethod: chargedMethodOf(data.latest_charge),
  }
}

/** Null when the verified text is no event after all. */
export function toEvent(payload: unknown) {
  const parsed = event.safeParse(payload)
  if (!parsed.success) return null
  const { id, type, livemode, created, data } = parsed.data
  const { object } = data
  const isIntent = object.object === 'payment_intent' && object.id !== undefined
  return {
    id,
    type,
    livemode,
    createdAt: new Date(created * 1_000),
    intent: isIntent ? { id: object.id!, metadata: object.metadata ?? {} } : null,
  }
}

type Raw = z.output<typeof paymentIntent>

function nextActionOf(action: Raw['next_action']): Intent['nextAction'] {
  if (!action) return null
  const url = action.redirect_to_url?.url
  return url ? { type: 'redirect', url } : { type: 'sdk' }
}

function lastErrorOf(error: Raw['last_payment_error']): Intent['lastError'] {
  if (!error) return null
  return {
    code: error.code ?? 'card_declined',
    declineCode: error.decline_code ?? null,
    paymentMethodId: error.payment_method?.id ?? null,
  }
}

function chargedMethodOf(charged: Raw['latest_charge']): Intent['paymentMethod'] {
  if (!charged || typeof charged === 'string' || charged.status !== 'succeeded') return null
  const details = charged.payment_method_details
  if (!details) return null
  return {
    type: details.type,
    brand: details.card?.brand ?? details.type,
    last4: details.card?.last4 ?? '',
  }
}

function idOf(given: Raw['payment_method']): string | null {
  return typeof given === 'string' ? given : (given?.id ?? null)
}
