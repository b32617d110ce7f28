import { useState } from 'react'
import { useNavigate } from 'react-router'
import { href } from '../lib/href.ts'
import { useSite } from '../lib/site.ts'
import { useAction } from '../ui/use-action.ts'
import type { CardForm } from './card-form/card-form.ts'
import { type Choice, totalsOf } from './choice.ts'
import { type Ending, pay } from './pay.ts'

export type Refusal = Extract<Ending, { kind: 'refused' }>

interface Checkout {
  isBusy: boolean
  /** Why the last attempt was refused. */
  refusal: Refusal | undefined
  /** False until one can type a card. */
  canPay: boolean
  pay: () => void
  takeForm: (form: CardForm | null) => void
  forget: () => void
}

/** Pays what is chosen, once at a time, and leads on to where the payment goes. */
export function useCheckout(choice: Choice, onRefused: (refusal: Refusal) => void): Checkout {
  const [cardForm, setCardForm] = useState<CardForm | null>(null)
  const [refusal, setRefusal] = useState<Refusal>()
  const { payments } = useSite()
  const navigate = useNavigate()

  const { isBusy, run } = useAction(async () => {
    if (!cardForm) return
    setRefusal(undefined)
    const total = totalsOf(choice)
    const ending = await pay({ ...choice, total, cardForm, provider: payments.provider })
    switch (ending.kind) {
      case 'settling':
        // Going back must not lead to a form that asks for the same money once more.
        return navigate(href('/account/stripe-callback', { order: ending.orderId }), {
          replace: true,
        })
      case 'redirect':
        location.assign(ending.url)
        return pageShownAgain()
      case 'refused':
        // Without a sentence the card form has said it all, and nobody was asked.
        if (ending.message === '') return
        setRefusal(ending)
        onRefused(ending)
    }
  })

  return {
    isBusy,
    refusal,
    canPay: cardForm !== null,
    pay: run,
    takeForm: setCardForm,
    forget: () => setRefusal(undefined),
  }
}

/** The button stays busy until the browser has left, or brings this very page back from its cache. */
function pageShownAgain(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true })
  })
}
