import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { Order, PaymentMethodType } from '#contract/shapes.ts'
import { call } from '../lib/call.ts'
import { href } from '../lib/href.ts'
import { useNavigate } from '../lib/router/contexts.ts'
import { useSite } from '../lib/site.ts'
import { useAction } from '../ui/action/use-action.ts'
import type { CardForm } from './card-form/card-form.ts'
import { type PlanSelection, orderTotals } from './choice.ts'
import { type ShownQrCode, loadQrCode } from './code-dialog.tsx'
import { type PaymentOutcome, type PaymentMethodChoice, pay } from './pay.ts'
import { firstMethod, rememberMethod } from './remembered-method.ts'

export type Refusal = Extract<PaymentOutcome, { kind: 'refused' }>

interface Checkout {
  method: PaymentMethodType
  chooseMethod: (method: PaymentMethodType) => void
  isBusy: boolean
  /** Why the last attempt was refused. */
  refusal: Refusal | undefined
  /** To be scanned now. */
  code: ShownQrCode | undefined
  /** The order of the code has come to an end. */
  finishQrPayment: (order: Order) => void
  /** The code is put away unpaid. */
  closeQrCode: () => void
  /** False until one can type a card, where one pays by card. */
  canPay: boolean
  pay: () => void
  setCardForm: (form: CardForm | null) => void
  forget: () => void
}

/**
 * Pays what is chosen, once at a time, and leads on to where the payment goes. `onUnpaid` hears why
 * nothing was paid, '' when the visitor put the code away.
 */
export function useCheckout(selection: PlanSelection, onUnpaid: (code: string) => void): Checkout {
  const { payments } = useSite()
  const [method, setMethod] = useState(() => firstMethod(payments.methods))
  const [cardForm, setCardForm] = useState<CardForm | null>(null)
  const [refusal, setRefusal] = useState<Refusal>()
  const [code, setCode] = useState<ShownQrCode>()
  const navigate = useNavigate()
  const paymentMethod = methodChoiceOf(method, cardForm)

  /** Going back must not lead to a form that asks for the same money once more. */
  function showResult(order: string) {
    return navigate(href('/account/stripe-callback', { order }), { replace: true })
  }

  /** Whoever comes back by the back button may have paid there. */
  async function showResultIfPaid(orderId: string) {
    const { order } = await call(api.recharge.queryOrder, { orderId })
    if (order.state !== 'pending') return showResult(orderId)
    onUnpaid('')
  }

  function refuse(why: Refusal) {
    setRefusal(why)
    onUnpaid(why.code)
  }

  const { isBusy, run } = useAction(async () => {
    if (!paymentMethod) return
    setRefusal(undefined)
    const total = orderTotals(selection)
    const outcome = await pay({ ...selection, total, paymentMethod, provider: payments.provider })
    switch (outcome.kind) {
      case 'processing':
        return showResult(outcome.orderId)
      case 'redirect':
        location.assign(outcome.url)
        await pageShownAgain()
        return showResultIfPaid(outcome.orderId)
      case 'code':
        return setCode(await loadQrCode(outcome))
      case 'refused':
        return refuse(outcome)
      case 'invalid_card':
        if (outcome.hasOrder) onUnpaid('')
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
      onUnpaid('')
    },
    canPay: paymentMethod !== null,
    pay: run,
    setCardForm,
    forget: () => setRefusal(undefined),
  }
}

function methodChoiceOf(
  type: PaymentMethodType,
  form: CardForm | null,
): PaymentMethodChoice | null {
  if (type !== 'card') return { type }
  return form && { type, form }
}

/** The button stays busy until the browser has left, or brings this very page back from its cache. */
function pageShownAgain(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true })
  })
}
