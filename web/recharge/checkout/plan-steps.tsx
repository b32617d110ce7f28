import { useId } from 'react'
import type { Combo } from '#contract/shapes.ts'
import { useSite } from '../../lib/site.ts'
import { QuantityField } from '../../ui/form/quantity-field.tsx'
import { RadioCards } from '../../ui/form/radio-cards.tsx'
import { PlanChoice } from '../plans/plan-choice.tsx'
import { NumberedHeading } from './numbered-heading.tsx'
import { mostToBuy } from '../../lib/format/plan-terms.ts'
import type { PlanSelection, RequestedPlan } from './plan-selection.ts'

interface PlanStepsProps {
  plans: readonly Combo[]
  selection: PlanSelection
  onChoose: (requested: RequestedPlan) => void
}

/** The steps of a new order before its payment: plan and quantity. */
export function PlanSteps({ plans, selection: { plan, num }, onChoose }: PlanStepsProps) {
  const { creditUnit } = useSite()
  const hint = useId()
  const most = mostToBuy(plan)
  return (
    <>
      <PlanCards plans={plans} value={plan.id} onChange={(id) => onChoose({ plan: id, num })} />
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
              if (wanted !== num) onChoose({ plan: plan.id, num: wanted })
            }}
          />
          <p className="hint" id={hint}>
            每次 {plan.minNum}–{most} 份
            {plan.limitPerUser !== undefined && `，每人限购 ${plan.limitPerUser} 份`}
            {plan.validDays > 0 && `，${creditUnit}从到账起 ${plan.validDays} 天有效`}
          </p>
        </div>
      </div>
    </>
  )
}

interface PlanCardsProps {
  plans: readonly Combo[]
  value: string
  /** Undefined: none can be chosen yet. */
  onChange?: (id: string) => void
}

export function PlanCards({ plans, value, onChange }: PlanCardsProps) {
  return (
    <RadioCards
      className="pay-part"
      name="plan"
      legend={<NumberedHeading at={1}>选择套餐</NumberedHeading>}
      cards={plans.map((plan) => ({
        value: plan.id,
        isDisabled: !onChange || plan.isSoldOut === true,
        children: <PlanChoice plan={plan} />,
      }))}
      value={value}
      onChange={(id) => onChange?.(id)}
    />
  )
}
