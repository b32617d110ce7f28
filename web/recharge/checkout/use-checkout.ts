import { useEffect, useState } from 'react'
import { api } from '#contract/api.ts'
import { type Order, type PaymentMethodType, PAYMENT_METHODS } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { href } from '../../lib/href.ts'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { loadPageSheet } from '../../lib/page/page-sheet.ts'
import { useNavigate } from '../../lib/router/contexts.ts'
import { useSite } from '../../lib/site.ts'
import { useAction } from '../../ui/action/use-action.ts'
import type { CardForm } from './card-form/card-form.ts'
import { isBlockedHere } from './blocked-wallet.ts'
import { type ShownQrCode, loadQrCode } from './wechat/qr-dialog.tsx'
import type { PaymentOutcome, PaymentMethodChoice } from './attempt-payment.ts'
import type { Purchase } from './purchase.ts'

const RESULT_PAGE = '/account/stripe-callback'

export type Refusal = Extract<PaymentOutcome, { kind: 'refused' }>

export interface Checkout {
  method: PaymentMethodType
  chooseMethod: (method: PaymentMethodType) => void
  isBusy: boolean
  /** The refusal of the last attempt. */
  refusal: Refusal | undefined
  /** The QR code to scan now. */
  code: ShownQrCode | undefined
  /** The order of the QR code was paid, closed or refused. */
  finishQrPayment: (order: Order) => void
  /** The visitor closed the QR code unpaid. */
  closeQrCode: () => void
  /** What was refused is another plan, sum or credit by now: the visitor has to agree first (`forget`). */
  isReplaced: boolean
  /** False while the card form is not ready, where another thing is bought than was refused, and in a browser that blocks the wallet. */
  canPay: boolean
  pay: () => void
  setCardForm: (form: CardForm | null) => void
  forget: () => void
}

/**
 * Pays for the purchase, one attempt at a time, and leads to the result or to the bank. `onUnpaid` gets the reason
 * why nothing was paid, none when the visitor closed the QR code.
 */
export function useCheckout(purchase: Purchase, onUnpaid: (refusal?: Refusal) => void): Checkout {
  const { payments } = useSite()
  const [method, setMethod] = useState(() => initialMethod(payments.methods))
  const [cardForm, setCardForm] = useState<CardForm | null>(null)
  const [refusal, setRefusal] = useState<Refusal>()
  const terms = termsOf(purchase)
  const [refusedTerms, setRefusedTerms] = useState(terms)
  // what was refused may have become something else: the next press of the button is not meant for that
  const isReplaced = refusal !== undefined && refusedTerms !== terms
  const [code, setCode] = useState<ShownQrCode>()
  const navigate = useNavigate()
  const paymentMethod = methodChoiceOf(method, cardForm)
  // there when the button is pressed, or fetched then; the result is shown also when the network goes meanwhile
  useEffect(() => {
    for (const load of [loadAttempt, loadResult]) load().catch(() => undefined)
  }, [])

  /** Replaces the entry: going back must not show a form that asks for the same money again. */
  function showResult(order: string) {
    return navigate(href(RESULT_PAGE, { order }), { replace: true })
  }

  /** Whoever comes back by the back button, or from an app, may have paid there. */
  async function queryWhenBack(orderId: string, message: string | null) {
    const { order } = await call(api.recharge.queryOrder, { orderId })
    if (order.state !== 'pending') return showResult(orderId)
    if (message === null) onUnpaid()
    else refuse({ kind: 'refused', code: '', orderId, message })
  }

  function refuse(why: Refusal) {
    setRefusal(why)
    setRefusedTerms(terms)
    onUnpaid(why)
  }

  const { isBusy, run } = useAction(async () => {
    if (!paymentMethod || isReplaced) return
    setRefusal(undefined)
    const { provider } = payments
    const { attemptPayment, untilBack } = await loadAttempt()
    const outcome = await attemptPayment({ purchase, paymentMethod, provider })
    switch (outcome.kind) {
      case 'processing':
        return showResult(outcome.orderId)
      case 'redirect':
        location.assign(outcome.url)
        return queryWhenBack(outcome.orderId, await untilBack())
      case 'code':
        return setCode(await loadQrCode(outcome))
      case 'refused':
        return refuse(outcome)
      case 'invalid_card':
        if (outcome.hasOrder) onUnpaid()
    }
  })

  return {
    method,
    chooseMethod(wanted) {
      rememberMethod(wanted)
      setMethod(wanted)
      setRefusal(undefined)
    },
    isBusy,
    refusal,
    code,
    finishQrPayment({ id, state, failure }) {
      setCode(undefined)
      if (state !== 'pending' || !failure) void showResult(id)
      else refuse({ kind: 'refused', message: failure.message, code: 'CARD_DECLINED' })
    },
    closeQrCode() {
      setCode(undefined)
      onUnpaid()
    },
    isReplaced,
    canPay: paymentMethod !== null && !isReplaced,
    pay: run,
    setCardForm,
    forget: () => setRefusal(undefined),
  }
}

function termsOf({ plan, num, amount, credit, validDays }: Purchase): string {
  return [plan.id, num, amount, credit, validDays].join()
}

const loadAttempt = () => loadChunk(() => import('./attempt-payment.ts'))
const loadResult = () =>
  loadChunk(() => Promise.all([import('../result/callback-page.tsx'), loadPageSheet(RESULT_PAGE)]))

function methodChoiceOf(
  type: PaymentMethodType,
  form: CardForm | null,
): PaymentMethodChoice | null {
  if (type !== 'card') return isBlockedHere(type) ? null : { type }
  return form && { type, form }
}

const KEY = 'payment-method'

/** The method to select first: the last one chosen on this device if it is on, else the first that works here. */
function initialMethod(methods: readonly PaymentMethodType[]): PaymentMethodType {
  const kept = rememberedMethod()
  if (kept !== undefined && methods.includes(kept)) return kept
  return methods.find((method) => !isBlockedHere(method)) ?? methods[0]!
}

function rememberMethod(method: PaymentMethodType): void {
  try {
    localStorage.setItem(KEY, method)
  } catch {
    // Storage may be full or forbidden; then nothing is remembered.
  }
}

function rememberedMethod(): PaymentMethodType | undefined {
  try {
    const kept = localStorage.getItem(KEY)
    return PAYMENT_METHODS.find((method) => method === kept)
  } catch {
    return undefined
  }
}
