import { api } from '#contract/api.ts'
import type { QrCode } from '#contract/content/content.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Order, PaymentMethodType } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import type { CardForm } from './card-form/card-form.ts'
import type { Purchase } from './purchase.ts'

/** How an attempt to pay ended, as far as the page knows. */
export type PaymentOutcome =
  /** Processing or uncertain: the callback page queries the order. */
  | { kind: 'processing'; orderId: string }
  /** The bank or wallet needs the visitor on its own page. */
  | { kind: 'redirect'; orderId: string; url: string }
  /** A QR code for the visitor's phone; `url` is a page with instructions. */
  | { kind: 'code'; orderId: string; code: QrCode; url: string }
  /** Nothing was charged; `orderId` is the open order where it is known. */
  | { kind: 'refused'; message: string; code: string; orderId?: string | undefined }
  /** The card form shows the error. `hasOrder`: an order was placed all the same. */
  | { kind: 'invalid_card'; hasOrder: boolean }

export type QrPayment = Extract<PaymentOutcome, { kind: 'code' }>

/** A card typed into the form, or a wallet. */
export type PaymentMethodChoice =
  | { type: 'card'; form: CardForm }
  | { type: Exclude<PaymentMethodType, 'card'> }

interface Payment {
  purchase: Purchase
  paymentMethod: PaymentMethodChoice
  provider: 'stripe' | 'sandbox'
}

/** Shown when the order gives other credit, or for another time, than the page has shown. */
const PLAN_CHANGED = '套餐内容已变化，没有扣款，请核对到账数量和有效期后再付款'
/** Shown when a call before the confirmation got no response: only the confirmation charges. */
const UNANSWERED = '服务器未响应，目前没有扣款。重试时支付的仍是同一笔订单'

type Intent = OutputOf<typeof api.recharge.createPaymentIntent>
type Confirmed = OutputOf<typeof api.recharge.confirmPayment>

/**
 * Makes one attempt to pay. Invalid card fields create no order. The order is placed, or the open one asked for,
 * while the card goes to the provider: a fourth open one, an order that has ended and another sum than the visitor has
 * seen are refused before anything is charged.
 */
export async function attemptPayment({
  purchase: { orderId: named, plan, num, amount, currency, ...shown },
  paymentMethod,
  provider,
}: Payment): Promise<PaymentOutcome> {
  const requested = { id: plan.id, num, amount }
  let orderId = named
  try {
    const fault = paymentMethod.type === 'card' ? await paymentMethod.form.validate() : undefined
    if (fault !== undefined) return invalidCard(fault)
    const [placed, method] = await Promise.all([
      call(api.recharge.placeOrder, { ...requested, order: named }, { isQuiet: true }),
      paymentMethod.type === 'card'
        ? paymentMethod.form.createPaymentMethod()
        : { id: paymentMethod.type },
    ])
    orderId = placed.order.id
    if (!isAsShown(placed.order, shown)) return refused(PLAN_CHANGED, 'PLAN_CHANGED', orderId)
    if ('error' in method) return invalidCard(method.error, orderId)
    const intent = await call(
      api.recharge.createPaymentIntent,
      { ...requested, order: orderId },
      { isQuiet: true },
    )
    const isSameSum = intent.amount === amount && intent.currency === currency
    if (!isSameSum || intent.provider !== provider) return refused('页面已过期，请刷新后重试')
    // from here on it may be paid: loaded again, the page shows what has become of this order
    history.replaceState(history.state, '', `?${new URLSearchParams({ order: orderId })}`)
    return await confirm(intent, method.id, paymentMethod)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status === 401) return refused(error.message, 'UNAUTHENTICATED')
    if (error.status === 0) return refused(UNANSWERED, 'UNANSWERED', orderId)
    return refused(error.isShown ? '没有扣款，请重试' : error.message, error.code, orderId)
  }
}

/** Whether the order gives the credit that the page has shown, for as long; the server compares the sum itself. */
function isAsShown(
  { credit, combo }: Order,
  shown: Pick<Purchase, 'credit' | 'validDays'>,
): boolean {
  const { validDays = shown.validDays } = combo
  return credit === shown.credit && validDays === (shown.validDays ?? validDays)
}

/** Confirms, lets the visitor pass the challenge of the bank, and then confirms once more for the result. */
async function confirm(
  intent: Intent,
  methodId: string,
  paymentMethod: PaymentMethodChoice,
): Promise<PaymentOutcome> {
  const first = await tryConfirm(intent, methodId)
  if (!needsSdk(first)) return outcomeOf(first)
  if (paymentMethod.type === 'card') await paymentMethod.form.handleNextAction(intent.clientSecret)
  // the challenge may have succeeded: only a response about the payment itself is a refusal now
  const second = await tryConfirm(intent, methodId, ['RATE_LIMITED'])
  return needsSdk(second) ? refused('付款验证未完成，没有扣款，请重试') : outcomeOf(second)
}

function needsSdk({ status, nextAction }: Confirmed): boolean {
  return status === 'requires_action' && (!nextAction || nextAction.type === 'sdk')
}

function outcomeOf({ nextAction, orderId }: Confirmed): PaymentOutcome {
  switch (nextAction?.type) {
    case 'redirect':
      return { kind: 'redirect', orderId, url: nextAction.url }
    case 'qr':
      return { kind: 'code', orderId, code: nextAction.code, url: nextAction.url }
    default:
      return { kind: 'processing', orderId }
  }
}

/** Without a response the payment is uncertain; only a refusal of the server says that nothing was charged. */
async function tryConfirm(
  { clientSecret, orderId }: Intent,
  paymentMethodId: string,
  uncertain: readonly string[] = [],
): Promise<Confirmed> {
  try {
    return await call(
      api.recharge.confirmPayment,
      { clientSecret, paymentMethodId },
      { isSilent: true },
    )
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (!isUncertain(error) && !uncertain.includes(error.code)) throw error
    return { status: 'processing', orderId }
  }
}

/** No refusal: no response, a server error, or the order has changed meanwhile. */
function isUncertain({ status, code }: CallError): boolean {
  const isRefusal = status >= 400 && status < 500 && status !== 408
  return !isRefusal || code === 'ORDER_STATE'
}

function refused(message: string, code = '', orderId?: string): PaymentOutcome {
  return { kind: 'refused', message, code, orderId }
}

function invalidCard(message: string, orderId?: string): PaymentOutcome {
  return message === ''
    ? { kind: 'invalid_card', hasOrder: orderId !== undefined }
    : refused(message, '', orderId)
}

/** How long a page of a bank or wallet may take to come. */
const BANK_MS = 20_000

/**
 * Resolves with null when the visitor is back from the bank's page or from an app, and with what to say when neither
 * came. The button stays busy until then.
 */
export function untilBack(): Promise<string | null> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = (message: string | null) => {
      clearTimeout(timer)
      over.abort()
      resolve(message)
    }
    const timer = setTimeout(() => {
      if (!document.hidden) end('付款页未打开，请重试或更换付款方式')
    }, BANK_MS)
    const { signal } = over
    addEventListener('pageshow', () => end(null), { signal })
    addEventListener('visibilitychange', () => document.hidden || end(null), { signal })
  })
}
