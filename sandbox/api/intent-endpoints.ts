import { attemptPayment } from '../payments/challenge.ts'
import type { Context } from '../payments/context.ts'
import {
  cancelIntent,
  createIntent,
  findIntent,
  requireIntentStatus,
  saveIntent,
  withWechatClient,
  type NewIntent,
} from '../payments/intents.ts'
import { findMethod } from '../payments/methods.ts'
import { methodTypes } from '../payments/wallets.ts'
import type { Intent } from '../storage/tables.ts'
import { ApiError, invalidParam, isMissing, notFound } from './errors.ts'
import { readPage } from './pagination.ts'
import type { Params } from './params.ts'
import type { Call, Endpoint } from './serve-api.ts'

const PATH = '/v1/payment_intents'
const LARGEST_AMOUNT = 99_999_999

/** The least that the provider charges, in minor units; about half a US dollar elsewhere. */
const LEAST_AMOUNT: Record<string, number> = { gbp: 30, cny: 400, hkd: 400, twd: 1600, thb: 1000 }
const USUAL_LEAST_AMOUNT = 50

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

export const intentEndpoints: Endpoint[] = [
  { method: 'POST', path: PATH, openTo: 'server', prepare: create },
  { method: 'GET', path: PATH, openTo: 'server', prepare: list },
  {
    method: 'GET',
    path: `${PATH}/:id`,
    openTo: 'server',
    prepare:
      ({ id }) =>
      ({ change }) =>
        findIntent(change, id),
  },
  { method: 'POST', path: `${PATH}/:id`, openTo: 'server', prepare: update },
  { method: 'POST', path: `${PATH}/:id/confirm`, openTo: 'browser', prepare: confirm },
  {
    method: 'POST',
    path: `${PATH}/:id/cancel`,
    openTo: 'server',
    prepare:
      ({ id }) =>
      (context) =>
        cancelIntent(context, findIntent(context.change, id)),
  },
]

function list({ params }: Call): (context: Context) => object {
  const page = readPage(params, PATH)
  return ({ change }) => page(change.rows('intents'))
}

/** With `confirm` it is tried at once, as a call of its own would. */
function create({ params }: Call): (context: Context) => object {
  const input = readNewIntent(params)
  const attempt = params.flag('confirm') === true ? readAttempt(params) : undefined
  return (context) => {
    const intent = createIntent(context, input)
    return attempt === undefined ? intent : confirmPayment(context, intent, attempt)
  }
}

/** Whoever has the intent's secret may confirm it, also behind the shop's back. */
function confirm({ params, id, caller }: Call): (context: Context) => object {
  const attempt = readAttempt(params)
  const secret = caller === 'browser' ? params.requiredText('client_secret') : undefined
  return (context) => {
    const intent = findIntent(context.change, id)
    const isOwn = secret === undefined || secret === intent.client_secret
    if (!isOwn) throw notFound('payment intent', id, 'intent')
    return confirmPayment(context, intent, attempt)
  }
}

/** Amount and currency before the payment alone, metadata always. */
function update({ params, id }: Call): (context: Context) => object {
  const given = { amount: params.integer('amount'), currency: readCurrency(params) }
  const metadata = params.metadata()
  return (context) => {
    const intent = findIntent(context.change, id)
    const { amount = intent.amount, currency = intent.currency } = given
    if (amount !== intent.amount || currency !== intent.currency) {
      requireIntentStatus(intent, 'change its amount', ['requires_payment_method'])
      requireAmount(amount, currency)
    }
    const changed = { ...intent, amount, currency, metadata: metadata(intent.metadata) }
    return saveIntent(context, changed)
  }
}

function readNewIntent(params: Params): NewIntent {
  const amount = params.integer('amount')
  if (amount === undefined) throw isMissing('amount')
  const currency = readCurrency(params)
  if (currency === undefined) throw isMissing('currency')
  requireAmount(amount, currency)
  return {
    amount,
    currency,
    description: params.text('description') || null,
    metadata: params.metadata()(),
    allowedTypes: readAllowedTypes(params),
  }
}

function readAllowedTypes(params: Params): string[] | null {
  const name = 'allowed_payment_method_types'
  const types = params.texts(name)
  const known: readonly string[] = methodTypes
  const other = types.find((type) => !known.includes(type))
  if (other !== undefined) throw invalidParam(name, `The sandbox knows no ${other}.`)
  return types.length === 0 ? null : types
}

function readCurrency(params: Params): string | undefined {
  const currency = params.text('currency')?.toLowerCase()
  if (currency === undefined || currencies.has(currency)) return currency
  throw invalidParam('currency', `'${currency}' is no currency.`)
}

function requireAmount(amount: number, currency: string): void {
  if (amount > LARGEST_AMOUNT) {
    throw invalidParam('amount', `amount is above ${LARGEST_AMOUNT}.`, 'amount_too_large')
  }
  const least = LEAST_AMOUNT[currency] ?? USUAL_LEAST_AMOUNT
  if (amount >= least) return
  throw invalidParam('amount', `amount is below ${least} ${currency}.`, 'amount_too_small')
}

interface Attempt {
  methodId: string
  returnUrl: string
  wechatClient: 'web' | null
}

/** `use_stripe_sdk` changes nothing: pages have no Stripe.js here, so every challenge is a redirect. */
function readAttempt(params: Params): Attempt {
  params.ignore('use_stripe_sdk')
  const options = params.group('payment_method_options')
  const client: 'web' | undefined = options?.group('wechat_pay')?.choice('client', ['web'])
  return {
    methodId: params.requiredText('payment_method'),
    returnUrl: readReturnUrl(params),
    wechatClient: client ?? null,
  }
}

function readReturnUrl(params: Params): string {
  const text = params.requiredText('return_url')
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text
  throw invalidParam('return_url', 'return_url is no http or https address.', 'url_invalid')
}

/** The intent after the attempt, or the card's error beside the changed intent. */
function confirmPayment(
  context: Context,
  intent: Intent,
  { methodId, returnUrl, wechatClient }: Attempt,
): Intent | ApiError {
  requireIntentStatus(intent, 'confirm', ['requires_payment_method', 'requires_action'])
  const stored = findMethod(context, methodId)
  const { type } = stored.method
  if (!intent.payment_method_types.includes(type)) {
    throw invalidParam(
      'payment_method',
      `This payment intent takes ${intent.payment_method_types.join(', ')}, not ${type}.`,
      'payment_intent_incompatible_payment_method',
    )
  }
  const ready = withWechatClient(intent, wechatClient)
  if (type === 'wechat_pay' && ready.payment_method_options?.wechat_pay?.client !== 'web') {
    throw isMissing('payment_method_options[wechat_pay][client]')
  }
  const tried = attemptPayment(context, ready, stored, returnUrl)
  if (tried.status !== 'requires_payment_method') return tried
  const { type: _type, ...error } = tried.last_payment_error ?? { type: 'card_error' }
  return new ApiError(402, { ...error, type: 'card_error', payment_intent: tried })
}
