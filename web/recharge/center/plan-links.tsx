import type { Combo } from '#contract/shapes.ts'
import { href } from '../../lib/href.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { PlanChoice } from '../plans/plan-choice.tsx'
import { SoldOutButton } from '../plans/sold-out-button.tsx'

/** The plans on sale, each with a link to its checkout. */
export function PlanLinks({ plans }: { plans: readonly Combo[] }) {
  return (
    <ul className="plan-links">
      {plans.map((plan) => (
        <li key={plan.id} className="card" data-best={plan.recommended ? '' : undefined}>
          <PlanChoice plan={plan} />
          {plan.isSoldOut ? (
            <SoldOutButton plan={plan} />
          ) : (
            <ButtonLink
              kind={plan.recommended ? 'primary' : 'secondary'}
              isWide
              to={href('/account/recharge', { plan: plan.id })}
            >
              去支付<span className="unseen">{plan.name}</span>
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  )
}
