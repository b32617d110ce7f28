import * as z from 'zod/mini'
import type { Intent, PaymentMethodSummary, PaymentOutcome } from './payments.ts'
import { idOf, metadata, time, parseResponse } from './stripe-response.ts'

const charge = z.object({
  id: z.string(),
  status: z.string(),
  created: time,
  amount_refunded: z.int(),
  disputed: z.boolean(),
  payment_method_details: z.nullish(
    z.looseObject({
      type: z.string(),
      card: z.nullish(z.object({ brand: z.nullish(z.string()), last4: z.nullish(z.string()) })),
    }),
  ),
})

const url = z.nullish(z.object({ url: z.nullish(z.url()) }))

/** Stripe's statuses of an intent in our words. */
const OUTCOMES = {
  requires_payment_method: 'unpaid',
  requires_confirmation: 'unconfirmed',
  requires_action: 'awaits_buyer',
  requires_capture: 'authorized',
  processing: 'processing',
  succeeded: 'paid',
  canceled: 'cancelled',
} as const satisfies Record<string, PaymentOutcome>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a const object
const STATUSES = Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]

const paymentIntent = z.object({
  object: z.literal('payment_intent'),
  id: z.string().check(z.startsWith('pi_')),
  created: time,
  status: z.enum(STATUSES),
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  livemode: z.boolean(),
  client_secret: z.nullish(z.string()),
  metadata,
  next_action: z.nullish(
    z.object({
      type: z.string(),
      redirect_to_url: url,
      alipay_handle_redirect: url,
      wechat_pay_display_qr_code: z.nullish(
        z.object({ data: z.string(), hosted_instructions_url: z.url() }),
      ),
    }),
  ),
  last_payment_error: z.nullish(
    z.object({
      code: z.nullish(z.string()),
      decline_code: z.nullish(z.string()),
      payment_method: z.nullish(z.object({ id: z.string() })),
    }),
  ),
  payment_method: z.nullish(z.union([z.string(), z.object({ id: z.string(), type: z.string() })])),
  latest_charge: z.nullish(z.union([z.string(), charge])),
})

/** `pi_…_secret_…`: a client secret begins with the id of its intent. Null for any other text. */
export function intentIdOf(clientSecret: string): string | null {
  const end = clientSecret.indexOf('_secret_')
  return end > 0 ? clientSecret.slice(0, end) : null
}

/** Throws PaymentFailure `unavailable` for anything that is not an intent. */
export function toIntent(response: unknown): Intent {
  const data = parseResponse(paymentIntent, response, 'payment intent')
  const charged = chargeOf(data)
  return {
    id: data.id,
    outcome: OUTCOMES[data.status],
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
    paymentMethodType:
      typeof data.payment_method === 'object' ? (data.payment_method?.type ?? null) : null,
    paymentMethod: charged && methodOf(charged),
    charge: charged && {
      amountRefunded: charged.amount_refunded,
      isDisputed: charged.disputed,
      chargedAt: charged.created,
    },
    createdAt: data.created,
  }
}

type Raw = z.output<typeof paymentIntent>
type Charge = z.output<typeof charge>

function nextActionOf(action: Raw['next_action']): Intent['nextAction'] {
  if (!action) return null
  const code = action.wechat_pay_display_qr_code
  if (code) return { type: 'qr', text: code.data, url: code.hosted_instructions_url }
  const address = action.redirect_to_url?.url ?? action.alipay_handle_redirect?.url
  return address ? { type: 'redirect', url: address } : { type: 'sdk' }
}

function lastErrorOf(error: Raw['last_payment_error']): Intent['lastError'] {
  if (!error) return null
  return {
    code: error.code ?? 'card_declined',
    declineCode: error.decline_code ?? null,
    paymentMethodId: error.payment_method?.id ?? null,
  }
}

function chargeOf({ latest_charge: latest }: Raw): Charge | null {
  const isCharged = latest && typeof latest === 'object' && latest.status === 'succeeded'
  return isCharged ? latest : null
}

function methodOf({ payment_method_details: details }: Charge): PaymentMethodSummary | null {
  if (!details) return null
  return {
    type: details.type,
    brand: details.card?.brand ?? details.type,
    last4: details.card?.last4 ?? '',
  }
}
