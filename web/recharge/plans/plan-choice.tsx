import type { Combo } from '#contract/shapes.ts'
import { formatMoney, formatPlanCredit } from '../../lib/format/money.ts'
import { costOfCredit, creditStep, validityOf } from '../../lib/format/plan-terms.ts'
import { useSite } from '../../lib/site.ts'
import { Badge } from '../../ui/display/tag.tsx'

/** A plan in a few lines: credit, price, validity. */
export function PlanChoice({ plan }: { plan: Combo }) {
  const { creditUnit } = useSite()
  const { credit, each } = creditStep(plan)
  return (
    <>
      <span className="choice-name">
        {plan.name}
        {plan.isSoldOut ? (
          <Badge>已售罄</Badge>
        ) : (
          plan.badge !== undefined && <Badge>{plan.badge}</Badge>
        )}
      </span>
      <span className="choice-credit">
        {formatPlanCredit(plan.credit)}
        <small>
          {plan.bonusCredit > 0 && ` + 赠 ${formatPlanCredit(plan.bonusCredit)}`} {creditUnit}
        </small>
      </span>
      <span className="choice-price">
        <span>
          <strong>{formatMoney(plan.amount, plan.currency)}</strong>
          {plan.originalAmount !== undefined && (
            <>
              {' '}
              <del className="faint">
                <span className="unseen">原价 </span>
                {formatMoney(plan.originalAmount, plan.currency)}
              </del>
            </>
          )}
        </span>
        <small>
          {each}
          {creditUnit} {formatMoney(costOfCredit(credit, plan), plan.currency)} · {validityOf(plan)}
          {plan.validDays === 0 && '有效'}
        </small>
        {plan.left !== undefined && <small className="plan-limits">仅剩 {plan.left} 份</small>}
      </span>
    </>
  )
}
