import type Stripe from 'stripe'
import type { Intent } from '../storage/tables.ts'
import { ApiError, invalidParam, notFound } from '../api/errors.ts'
import type { Change } from '../storage/state.ts'
import { newId, secondsOf, type Context } from './context.ts'
import { emitEvent } from './events.ts'
import { payableTypes, wallets } from './wallets.ts'

export interface NewIntent {
  amount: number
  currency: string
  description: string | null
  metadata: Record<string, string>
  /** Null where the shop named none: every way that the currency allows. */
  allowedTypes: string[] | null
}

export function createIntent(context: Context, input: NewIntent): Intent {
  const id = newId('pi')
  const types = payableTypes(input.allowedTypes, input.currency)
  if (types.length === 0) {
    throw invalidParam(
      'allowed_payment_method_types',
      `None of the allowed payment methods takes ${input.currency}.`,
    )
  }
  const intent: Intent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: input.allowedTypes,
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods:
      input.allowedTypes === null ? { enabled: true, allow_redirects: 'always' } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: secondsOf(context.atMs),
    currency: input.currency,
    customer: null,
    customer_account: null,
    description: input.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: Object.fromEntries(
      types.map((type) => [type, type === 'card' ? cardOptions : wallets[type].options]),
    ),
    payment_method_types: types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
  saveIntent(context, intent)
  emitEvent(context, 'payment_intent.created', intent)
  return intent
}

const cardOptions = {
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic',
} as const satisfies Stripe.PaymentIntent.PaymentMethodOptions.Card

/** The intent with the place where the buyer's WeChat opens. */
export function withWechatClient(intent: Intent, client: 'web' | null): Intent {
  const options = intent.payment_method_options
  if (client === null || !options?.wechat_pay) return intent
  const wechat_pay = { ...options.wechat_pay, client }
  return { ...intent, payment_method_options: { ...options, wechat_pay } }
}

export function cancelIntent(context: Context, intent: Intent): Intent {
  requireIntentStatus(intent, 'cancel', ['requires_payment_method', 'requires_action'])
  const canceled = saveIntent(context, {
    ...intent,
    status: 'canceled',
    canceled_at: secondsOf(context.atMs),
    next_action: null,
  })
  emitEvent(context, 'payment_intent.canceled', canceled)
  return canceled
}

export function saveIntent({ change }: Context, intent: Intent): Intent {
  change.put('intents', intent.id, intent)
  return intent
}

export function findIntent(change: Change, id: string): Intent {
  const intent = change.get('intents', id)
  if (intent === undefined) throw notFound('payment intent', id, 'intent')
  return intent
}

/** Refuses with the provider's error for a step that this state does not allow. */
export function requireIntentStatus(
  intent: Intent,
  step: string,
  allowed: Stripe.PaymentIntent.Status[],
): void {
  if (allowed.includes(intent.status)) return
  throw new ApiError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This payment intent is ${intent.status}; to ${step} it has to be ${allowed.join(', ')}.`,
    payment_intent: intent,
  })
}
