import type { Intent, StoredMethod } from '../storage/tables.ts'
import { attemptPayment, type AttemptOptions } from '../payments/attempt.ts'
import type { Context } from '../payments/context.ts'
import {
  cancelIntent,
  createIntent,
  findIntent,
  hasClientSecret,
  requireIntentStatus,
  saveIntent,
  withMethodTypes,
} from '../payments/intents.ts'
import { findMethod } from '../payments/methods.ts'
import { ApiError, invalidParam, notFound } from './errors.ts'
import {
  readAmount,
  readConfirm,
  readNewIntent,
  readUpdate,
  readWechatClient,
  requireEnough,
  type Confirm,
} from './intent-params.ts'
import { readPage } from './pagination.ts'
import { readNewMethod } from './method-params.ts'
import type { Params } from './params.ts'
import type { Call, Endpoint } from './serve-api.ts'

type Method = StoredMethod['method']

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

function create({ params, atMs }: Call): (context: Context) => object {
  const input = readNewIntent(params)
  const take = readMethod(params, atMs)
  if (params.flag('confirm') !== true) {
    params.ignore('use_stripe_sdk')
    return (context) => assign(context, createIntent(context, input), take)
  }
  const choice = readConfirm(params, input.wechatClient)
  return (context) => {
    const intent = assign(context, createIntent(context, input), take)
    return confirmPayment(context, intent, { ...choice, take: undefined })
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

function confirm({ params, id, caller, atMs }: Call): (context: Context) => object {
  const choice = { ...readConfirm(params), take: readMethod(params, atMs) }
  const secret = caller === 'browser' ? params.requiredText('client_secret') : undefined
  params.ignore('client_secret')
  return (context) => {
    const intent = findIntent(context.change, id)
    if (secret === undefined) return confirmPayment(context, intent, choice)
    const result = confirmPayment(context, ownIntent(intent, secret), choice)
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

function update({ params, id, atMs }: Call): (context: Context) => object {
  const change = readUpdate(params)
  const { amount, currency } = readAmount(params)
  const take = readMethod(params, atMs)
  const wechatClient = readWechatClient(params)
  return (context) => {
    const intent = findIntent(context.change, id)
    if (amount !== undefined || currency !== undefined || take !== undefined) {
      requireIntentStatus(intent, 'change its amount, currency or payment method', [
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
    return assign(context, saveIntent(context, withMethodTypes(priced, wechatClient)), take)
  }
}

type TakeMethod = (context: Context) => StoredMethod

/** The payment method that a call brings, by its id or as a whole; undefined when it brings none. */
function readMethod(params: Params, atMs: number): TakeMethod | undefined {
  const id = params.text('payment_method')
  const data = params.group('payment_method_data')
  if (data === undefined) {
    return id === undefined ? undefined : (context) => findMethod(context, id, 'payment_method')
  }
  if (id === undefined) return readNewMethod(data, atMs)
  throw invalidParam('payment_method_data', 'Give payment_method or its data, not both.')
}

function assign(context: Context, intent: Intent, take: TakeMethod | undefined): Intent {
  if (take === undefined) return intent
  const { method } = take(context)
  requireAllowed(intent, method)
  return saveIntent(context, {
    ...intent,
    payment_method: method.id,
    status: 'requires_confirmation',
  })
}

/** The intent after the attempt, or the card's error beside the changed intent. */
function confirmPayment(
  context: Context,
  intent: Intent,
  choice: Confirm & { take: TakeMethod | undefined },
): Intent | ApiError {
  requireIntentStatus(intent, 'confirm', [
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
  ])
  const stored = methodFor(context, intent, choice.take)
  requireAllowed(intent, stored.method)
  requireReturnUrl(intent, stored.method, choice)
  const ready = withMethodTypes(intent, choice.wechatClient)
  requireWechatClient(ready, stored.method)
  const options: AttemptOptions = choice
  const tried = attemptPayment(context, ready, stored, options)
  if (tried.status !== 'requires_payment_method') return tried
  return new ApiError(402, { ...errorOf(tried), payment_intent: tried })
}

function methodFor(
  context: Context,
  { payment_method }: Intent,
  take: TakeMethod | undefined,
): StoredMethod {
  if (take !== undefined) return take(context)
  if (payment_method !== null) return findMethod(context, payment_method, 'payment_method')
  throw invalidParam('payment_method', 'payment_method is required.', 'parameter_missing')
}

function requireAllowed({ payment_method_types: types }: Intent, { type }: Method): void {
  if (types.includes(type)) return
  throw invalidParam(
    'payment_method',
    `This payment intent takes ${types.join(', ')}, not ${type}.`,
    'payment_intent_incompatible_payment_method',
  )
}

/** An intent that accepts every payment method may redirect the buyer, so it needs a return URL. */
function requireReturnUrl(intent: Intent, { type }: Method, { returnUrl, usesSdk }: Confirm): void {
  const automatic = intent.automatic_payment_methods
  if (returnUrl !== null) return
  const mayLeave = automatic?.enabled === true && automatic.allow_redirects !== 'never'
  if (type !== 'alipay' && (usesSdk || !mayLeave)) return
  throw invalidParam('return_url', 'return_url is required: the buyer may be led to another page.')
}

function requireWechatClient({ payment_method_options: options }: Intent, { type }: Method): void {
  if (type !== 'wechat_pay' || options?.wechat_pay?.client === 'web') return
  const param = 'payment_method_options[wechat_pay][client]'
  throw invalidParam(param, `${param} is required.`, 'parameter_missing')
}

function errorOf({ last_payment_error }: Intent): ApiError['body'] {
  const { type: _type, ...error } = last_payment_error ?? { type: 'card_error' }
  return { ...error, type: 'card_error' }
}

function ownIntent(intent: Intent, secret: string): Intent {
  if (!hasClientSecret(intent, secret)) throw notFound('payment intent', intent.id, 'intent')
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
