import type { Combo } from '#contract/shapes.ts'
import { useSite } from '../../lib/site.ts'
import { Clauses } from '../../ui/display/clauses.tsx'
import { MoreLink } from '../sections/more-link.tsx'
import { PlanCard } from './plan-card.tsx'

/** Maximum number of plans, and of features of each. */
const PLANS = 3
const TICKS = 4

/** The first plans on sale with a link to all; renders nothing when none is on sale. */
export function PlanTeaser({ plans }: { plans: readonly Combo[] }) {
  const { creditUnit } = useSite()
  const shown = plans.slice(0, PLANS)
  if (shown.length === 0) return null
  return (
    <section className="wrap block" aria-labelledby="plans">
      <header className="block-head row">
        <div>
          <h2 id="plans">买多少，用多少</h2>
          <p>
            <Clauses of={`一次付清，没有订阅。${creditUnit}在有效期内随时用。`} />
          </p>
        </div>
        <MoreLink to="/plans">比较全部套餐</MoreLink>
      </header>
      <div className="plans" data-count={shown.length}>
        {shown.map((plan) => (
          <PlanCard key={plan.id} plan={plan} most={TICKS} />
        ))}
      </div>
    </section>
  )
}
