import type { Intent } from '../storage/tables.ts'
import { attempt, type AttemptOptions } from '../payments/attempt.ts'
import type { Context } from '../payments/context.ts'
import {
  cancelIntent,
  createIntent,
  findIntent,
  hasClientSecret,
  requireState,
  save,
} from '../payments/intents.ts'
import { takeMethod } from '../payments/methods.ts'
import { ApiError, invalidParam, missing } from './errors.ts'
import {
  readAmount,
  readConfirm,
  readNewIntent,
  readUpdate,
  requireEnough,
  type Confirm,
} from './intent-params.ts'
import { readPage } from './list.ts'
import type { Call, Endpoint } from './serve.ts'

const PATH = '/v1/payment_intents'

export const intentEndpoints: Endpoint[] = [
  { method: 'POST', path: PATH, openTo: 'server', prepare: create },
  { method: 'GET', path: PATH, openTo: 'server', prepare: list },
  { method: 'GET', path: `${PATH}/:id`, openTo: 'browser', prepare: retrieve },
  { method: 'POST', path: `${PATH}/:id`, openTo: 'server', prepare: update },
  { method: 'POST', path: `${PATH}/:id/confirm`, openTo: 'browser', prepare: confirm },
  { method: 'POST', path: `${PATH}/:id/cancel`, openTo: 'server', prepare: cancel },
]

function list({ params }: Call): (context: Context) => object {
  const page = readPage(params, PATH)
  params.ignore('customer')
  return ({ change }) => page(change.rows('intents'))
}

function create({ params }: Call): (context: Context) => object {
  const input = readNewIntent(params)
  const methodId = params.text('payment_method')
  if (params.flag('confirm') !== true) {
    params.ignore('use_stripe_sdk')
    return (context) => assign(context, createIntent(context, input), methodId)
  }
  const choice = readConfirm(params)
  return (context) => {
    const intent = assign(context, createIntent(context, input), methodId)
    return tryToPay(context, intent, { ...choice, methodId: undefined })
  }
}

function retrieve({ params, id, caller }: Call): (context: Context) => object {
  if (caller === 'server') {
    params.ignore('client_secret')
    return ({ change }) => findIntent(change, id)
  }
  const secret = params.requiredText('client_secret')
  return ({ change }) => forBrowser(ownIntent(findIntent(change, id), secret))
}

function confirm({ params, id, caller }: Call): (context: Context) => object {
  const methodId = params.text('payment_method')
  const choice = { ...readConfirm(params), methodId }
  const secret = caller === 'browser' ? params.requiredText('client_secret') : undefined
  params.ignore('client_secret')
  return (context) => {
    const intent = findIntent(context.change, id)
    if (secret === undefined) return tryToPay(context, intent, choice)
    const result = tryToPay(context, ownIntent(intent, secret), choice)
    if (!(result instanceof ApiError)) return forBrowser(result)
    const shown = forBrowser(findIntent(context.change, id))
    return new ApiError(result.status, { ...result.body, payment_intent: shown })
  }
}

function cancel({ params, id }: Call): (context: Context) => object {
  const reason = params.choice('cancellation_reason', [
    'abandoned',
    'duplicate',
    'fraudulent',
    'requested_by_customer',
  ])
  return (context) => cancelIntent(context, findIntent(context.change, id), reason ?? null)
}

function update({ params, id }: Call): (context: Context) => object {
  const change = readUpdate(params)
  const { amount, currency } = readAmount(params)
  const methodId = params.text('payment_method')
  return (context) => {
    const intent = findIntent(context.change, id)
    if (amount !== undefined || currency !== undefined || methodId !== undefined) {
      requireState(intent, 'change its amount, currency or payment method', [
        'requires_payment_method',
        'requires_confirmation',
      ])
    }
    const priced = {
      ...change(intent),
      amount: amount ?? intent.amount,
      currency: currency ?? intent.currency,
    }
    requireEnough(priced.amount, priced.currency)
    return assign(context, save(context, priced), methodId)
  }
}

function assign(context: Context, intent: Intent, methodId: string | undefined): Intent {
  if (methodId === undefined) return intent
  const { method } = takeMethod(context, methodId, 'payment_method')
  return save(context, { ...intent, payment_method: method.id, status: 'requires_confirmation' })
}

/** The intent after the attempt, or the card's error beside the changed intent. */
function tryToPay(
  context: Context,
  intent: Intent,
  choice: Confirm & { methodId: string | undefined },
): Intent | ApiError {
  requireState(intent, 'confirm', [
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
  ])
  const methodId = choice.methodId ?? intent.payment_method
  if (typeof methodId !== 'string') {
    throw invalidParam('payment_method', 'payment_method is required.', 'parameter_missing')
  }
  requireReturnUrl(intent, choice)
  const stored = takeMethod(context, methodId, 'payment_method')
  const options: AttemptOptions = choice
  const tried = attempt(context, intent, stored, options)
  if (tried.status !== 'requires_payment_method') return tried
  return new ApiError(402, { ...errorOf(tried), payment_intent: tried })
}

/** An intent open to any kind of payment may lead away from the shop, so it needs a way back. */
function requireReturnUrl(intent: Intent, { returnUrl, usesSdk }: Confirm): void {
  const automatic = intent.automatic_payment_methods
  if (returnUrl !== null || usesSdk) return
  if (automatic === null || !automatic.enabled || automatic.allow_redirects === 'never') return
  throw invalidParam(
    'return_url',
    'return_url is required: this intent allows payment methods that redirect.',
  )
}

function errorOf({ last_payment_error }: Intent): ApiError['body'] {
  const { type: _type, ...error } = last_payment_error ?? { type: 'card_error' }
  return { ...error, type: 'card_error' }
}

function ownIntent(intent: Intent, secret: string): Intent {
  if (!hasClientSecret(intent, secret)) throw missing('payment intent', intent.id, 'intent')
  return intent
}

const shownToBrowsers = new Set<keyof Intent>([
  'id',
  'object',
  'amount',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
])

/** An intent without what only the shop should know, such as its metadata. */
function forBrowser(intent: Intent): object {
  const shown: ReadonlySet<string> = shownToBrowsers
  return Object.fromEntries(Object.entries(intent).filter(([name]) => shown.has(name)))
}
