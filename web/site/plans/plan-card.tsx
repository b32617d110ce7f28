import type { Combo } from '#contract/shapes.ts'
import { href } from '../../lib/href.ts'
import { useSite } from '../../lib/site.ts'
import { PlanFace } from '../../ui/display/plan-face.tsx'
import { SoldOutButton } from '../../recharge/plans/sold-out-button.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'

interface PlanCardProps {
  plan: Combo
  /** Maximum number of features shown. */
  most?: number
}

/** One plan with its price, features and buy button. */
export function PlanCard({ plan, ...rest }: PlanCardProps) {
  const action = plan.isSoldOut ? (
    <SoldOutButton plan={plan} />
  ) : (
    <ButtonLink
      kind={plan.recommended ? 'primary' : 'secondary'}
      isWide
      to={href('/account/recharge', { plan: plan.id })}
    >
      购买{plan.name}
    </ButtonLink>
  )
  return <PlanFace plan={plan} site={useSite()} action={action} {...rest} />
}
