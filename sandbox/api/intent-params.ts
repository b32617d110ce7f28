import type { Intent } from '../storage/tables.ts'
import type { NewIntent } from '../payments/intents.ts'
import { invalidParam } from './errors.ts'
import { methodTypes } from '../payments/wallets.ts'
import { mergeMetadata, withoutEmpty } from './metadata.ts'
import type { Params } from './params.ts'

const LARGEST_AMOUNT = 99_999_999

/** The least that the provider charges, in minor units; about half a US dollar elsewhere. */
const LEAST_AMOUNT: Record<string, number> = { gbp: 30, cny: 400, hkd: 400, twd: 1600, thb: 1000 }
const USUAL_LEAST_AMOUNT = 50

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

export interface Confirm {
  returnUrl: string | null
  usesSdk: boolean
  isOffSession: boolean
  wechatClient: 'web' | null
}

export function readNewIntent(params: Params): NewIntent {
  const { amount, currency } = readAmount(params)
  if (amount === undefined) throw isMissing('amount')
  if (currency === undefined) throw isMissing('currency')
  requireEnough(amount, currency)
  return {
    amount,
    currency,
    description: params.text('description') || null,
    metadata: withoutEmpty(params.metadata('metadata') ?? {}),
    receiptEmail: params.text('receipt_email') || null,
    statementDescriptor: params.text('statement_descriptor', 22) || null,
    statementDescriptorSuffix: params.text('statement_descriptor_suffix', 22) || null,
    ...readMethods(params),
  }
}

/** The list takes the place of `payment_method_types`, which this API version no longer knows. */
function readMethods(
  params: Params,
): Pick<NewIntent, 'automatic' | 'allowedTypes' | 'excludedTypes' | 'wechatClient'> {
  const group = params.group('automatic_payment_methods')
  const isEnabled = group?.flag('enabled')
  const redirects = group?.choice('allow_redirects', ['always', 'never'])
  const allowed = readTypes(params, 'allowed_payment_method_types')
  const isAutomatic = isEnabled ?? allowed === null
  return {
    automatic: isAutomatic ? { enabled: true, allow_redirects: redirects ?? 'always' } : null,
    allowedTypes: allowed,
    excludedTypes: readTypes(params, 'excluded_payment_method_types'),
    wechatClient: readWechatClient(params),
  }
}

function readTypes(params: Params, name: string): string[] | null {
  const types = params.texts(name)
  const known: readonly string[] = methodTypes
  const other = types.find((type) => !known.includes(type))
  if (other !== undefined) throw invalidParam(name, `The sandbox knows no ${other}.`)
  return types.length === 0 ? null : types
}

/** Where the buyer's WeChat is to be opened; the sandbox knows the code on a page alone. */
export function readWechatClient(params: Params): 'web' | null {
  const options = params.group('payment_method_options')
  options?.group('alipay')
  const client: 'web' | undefined = options?.group('wechat_pay')?.choice('client', ['web'])
  return client ?? null
}

export function readAmount(params: Params): {
  amount: number | undefined
  currency: string | undefined
} {
  const amount = params.integer('amount')
  if (amount !== undefined && amount < 1) {
    throw invalidParam('amount', 'amount is not positive.', 'parameter_invalid_integer')
  }
  if (amount !== undefined && amount > LARGEST_AMOUNT) {
    throw invalidParam('amount', `amount is above ${LARGEST_AMOUNT}.`, 'amount_too_large')
  }
  const currency = params.text('currency')?.toLowerCase()
  if (currency !== undefined && !currencies.has(currency)) {
    throw invalidParam('currency', `'${currency}' is no currency.`)
  }
  return { amount, currency }
}

export function requireEnough(amount: number, currency: string): void {
  const least = LEAST_AMOUNT[currency] ?? USUAL_LEAST_AMOUNT
  if (amount >= least) return
  throw invalidParam('amount', `amount is below ${least} ${currency}.`, 'amount_too_small')
}

/** The client of WeChat may stand beside a new intent too, where it is read already. */
export function readConfirm(params: Params, wechatClient = readWechatClient(params)): Confirm {
  const offSession = params.choice('off_session', ['true', 'false', 'one_off', 'recurring'])
  const failsOnAction = params.flag('error_on_requires_action') === true
  return {
    returnUrl: readReturnUrl(params),
    usesSdk: params.flag('use_stripe_sdk') === true,
    isOffSession: failsOnAction || (offSession !== undefined && offSession !== 'false'),
    wechatClient,
  }
}

function readReturnUrl(params: Params): string | null {
  const text = params.text('return_url')
  if (text === undefined || text === '') return null
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text
  throw invalidParam('return_url', 'return_url is no http or https address.', 'url_invalid')
}

/** The changes that are allowed in any state. */
export function readUpdate(params: Params): (intent: Intent) => Intent {
  const description = params.text('description')
  const receiptEmail = params.text('receipt_email')
  const metadata = params.metadata('metadata')
  return (intent) => ({
    ...intent,
    ...(description === undefined ? {} : { description: description || null }),
    ...(receiptEmail === undefined ? {} : { receipt_email: receiptEmail || null }),
    metadata: mergeMetadata(intent.metadata, metadata),
  })
}

function isMissing(param: string): Error {
  return invalidParam(param, `${param} is required.`, 'parameter_missing')
}
