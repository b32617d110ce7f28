import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { Order, PaymentMethodType } from '#contract/shapes.ts'
import { call } from '../lib/call.ts'
import { href } from '../lib/href.ts'
import { useNavigate } from '../lib/router/contexts.ts'
import { useSite } from '../lib/site.ts'
import { useAction } from '../ui/action/use-action.ts'
import type { CardForm } from './card-form/card-form.ts'
import { type Choice, totalsOf } from './choice.ts'
import { type Code, codeOf } from './code-dialog.tsx'
import { type Ending, type Means, pay } from './pay.ts'
import { firstMethod, rememberMethod } from './remembered-method.ts'

export type Refusal = Extract<Ending, { kind: 'refused' }>

interface Checkout {
  method: PaymentMethodType
  chooseMethod: (method: PaymentMethodType) => void
  isBusy: boolean
  /** Why the last attempt was refused. */
  refusal: Refusal | undefined
  /** To be scanned now. */
  code: Code | undefined
  /** The order of the code has come to an end. */
  endCode: (order: Order) => void
  /** The code is put away unpaid. */
  closeCode: () => void
  /** False until one can type a card, where one pays by card. */
  canPay: boolean
  pay: () => void
  takeForm: (form: CardForm | null) => void
  forget: () => void
}

/**
 * Pays what is chosen, once at a time, and leads on to where the payment goes. `onUnpaid` hears why
 * nothing was paid, '' when the visitor put the code away.
 */
export function useCheckout(choice: Choice, onUnpaid: (code: string) => void): Checkout {
  const { payments } = useSite()
  const [method, setMethod] = useState(() => firstMethod(payments.methods))
  const [cardForm, setCardForm] = useState<CardForm | null>(null)
  const [refusal, setRefusal] = useState<Refusal>()
  const [code, setCode] = useState<Code>()
  const navigate = useNavigate()
  const means = meansOf(method, cardForm)

  /** Going back must not lead to a form that asks for the same money once more. */
  function showResult(order: string) {
    return navigate(href('/account/stripe-callback', { order }), { replace: true })
  }

  /** Whoever comes back by the back button may have paid there. */
  async function lookBack(orderId: string) {
    const { order } = await call(api.recharge.queryOrder, { orderId })
    if (order.state !== 'pending') return showResult(orderId)
    onUnpaid('')
  }

  function refuse(why: Refusal) {
    setRefusal(why)
    onUnpaid(why.code)
  }

  const { isBusy, run } = useAction(async () => {
    if (!means) return
    setRefusal(undefined)
    const total = totalsOf(choice)
    const ending = await pay({ ...choice, total, means, provider: payments.provider })
    switch (ending.kind) {
      case 'settling':
        return showResult(ending.orderId)
      case 'redirect':
        location.assign(ending.url)
        await pageShownAgain()
        return lookBack(ending.orderId)
      case 'code':
        return setCode(await codeOf(ending))
      case 'refused':
        return refuse(ending)
      case 'mistyped':
        if (ending.hasOrder) onUnpaid('')
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
    endCode({ id, state, failure }) {
      setCode(undefined)
      if (state !== 'pending' || !failure) void showResult(id)
      else refuse({ kind: 'refused', message: failure.message, code: 'CARD_DECLINED' })
    },
    closeCode() {
      setCode(undefined)
      onUnpaid('')
    },
    canPay: means !== null,
    pay: run,
    takeForm: setCardForm,
    forget: () => setRefusal(undefined),
  }
}

function meansOf(type: PaymentMethodType, form: CardForm | null): Means | null {
  if (type !== 'card') return { type }
  return form && { type, form }
}

/** The button stays busy until the browser has left, or brings this very page back from its cache. */
function pageShownAgain(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true })
  })
}
