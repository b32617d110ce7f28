import { type ComponentProps, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Combo } from '#contract/shapes.ts'
import { useSite } from '../../lib/site.ts'
import { RadioCards } from '../../ui/form/radio-cards.tsx'
import { QuantityField } from '../../ui/form/quantity-field.tsx'
import { CardPanel } from './card-form/card-panel.tsx'
import {
  canBuy,
  mostToBuy,
  orderTotals,
  type OwnOrders,
  type PlanSelection,
  type RequestedPlan,
} from './plan-selection.ts'
import { QrDialog } from './wechat/qr-dialog.tsx'
import { NumberedHeading } from './numbered-heading.tsx'
import { MethodChoice, WalletHint } from './method-choice.tsx'
import { PayBar } from './pay-button.tsx'
import { PlanChoice } from '../plans/plan-choice.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { OrderSummary } from './order-summary.tsx'
import { type Refusal, useCheckout } from './use-checkout.ts'

interface CheckoutProps {
  plans: readonly Combo[]
  selection: PlanSelection
  /** The visitor's open orders. */
  own: OwnOrders
  balance: number | undefined
  onChoose: (requested: RequestedPlan) => void
  /** Nothing was paid; `code` is the reason, '' when the visitor just stopped. */
  onUnpaid: (code: string) => void
}

/** The form: plan, quantity, payment method, and the button that pays. */
export function Checkout({ plans, selection, own, balance, onChoose, onUnpaid }: CheckoutProps) {
  const { creditUnit, payments } = useSite()
  const form = useId()
  const hint = useId()
  const { method, chooseMethod, isBusy, refusal, canPay, pay, setCardForm, forget, ...checkout } =
    useCheckout(selection, onUnpaid)
  const { plan, num } = selection
  const most = mostToBuy(plan, own)
  const totals = orderTotals(selection)
  const total = { amount: totals.amount, currency: totals.currency }

  /** Ignored during a payment. */
  function choose(requested: RequestedPlan) {
    if (isBusy) return
    forget()
    onChoose(requested)
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    pay()
  }

  const button = { form, isBusy, canPay, ...totals }
  return (
    <>
      <form id={form} className="pay-main" noValidate aria-busy={isBusy} onSubmit={handleSubmit}>
        <RadioCards
          className="pay-part"
          name="plan"
          legend={<NumberedHeading at={1}>选一份套餐</NumberedHeading>}
          cards={plans.map((each) => ({
            value: each.id,
            isDisabled: !canBuy(each, own),
            children: <PlanChoice plan={each} />,
          }))}
          value={plan.id}
          onChange={(id) => choose({ plan: id, num })}
        />
        <div className="pay-part">
          <h2>
            <NumberedHeading at={2}>数量</NumberedHeading>
          </h2>
          <div className="quantity">
            <QuantityField
              value={num}
              min={plan.minNum}
              max={most}
              aria-describedby={hint}
              onChange={(wanted) => {
                if (wanted !== num) choose({ plan: plan.id, num: wanted })
              }}
            />
            <p className="hint" id={hint}>
              每次 {plan.minNum}–{most} 份
              {plan.limitPerUser !== undefined && `，每人限购 ${plan.limitPerUser} 份`}
              {plan.validDays > 0 && `，${creditUnit}从到账起 ${plan.validDays} 天有效`}
            </p>
          </div>
        </div>
        <div className="pay-part pay-by">
          <MethodChoice
            legend={<NumberedHeading at={3}>付款方式</NumberedHeading>}
            methods={payments.methods}
            method={method}
            onChange={(wanted) => {
              if (!isBusy) chooseMethod(wanted)
            }}
          />
          <RefusalPlace refusal={refusal} />
          <CardPlace isShown={method === 'card'} total={total} onForm={setCardForm} />
          {method !== 'card' && <WalletHint method={method} />}
        </div>
      </form>
      <OrderSummary selection={selection} balance={balance} button={button} />
      <PayBar {...button} />
      <QrDialog
        code={checkout.code}
        total={total}
        onClose={checkout.closeQrCode}
        onEnd={checkout.finishQrPayment}
      />
    </>
  )
}

type CardPlaceProps = ComponentProps<typeof CardPanel> & { isShown: boolean }

/** Loaded when it is first shown; a typed card stays while another method is selected. */
function CardPlace({ isShown, ...panel }: CardPlaceProps) {
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  return <div hidden={!isShown}>{wasShown && <CardPanel {...panel} />}</div>
}

/** Scrolls a refusal into view: the button may be far from it. */
function RefusalPlace({ refusal }: { refusal: Refusal | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) place.current?.scrollIntoView({ block: 'center' })
  }, [refusal])
  return <div ref={place}>{refusal && <RefusalNotice refusal={refusal} />}</div>
}
