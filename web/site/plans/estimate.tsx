import type { Combo } from '#contract/shapes.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { useHomeContent } from '../sections/use-home-content.ts'
import { findDefaultPlan, totalCredit } from '../../lib/format/plan-terms.ts'
import { Money } from '../../ui/display/money.tsx'
import { Clauses } from '../../ui/display/clauses.tsx'

/** Everyday tasks with their cost, calculated from public rates and the recommended plan. */
export function Estimate({ plans }: { plans: readonly Combo[] }) {
  const { tools, estimates } = useHomeContent()
  const plan = findDefaultPlan(plans)
  if (plan === undefined || estimates.length === 0) return null
  return (
    <section className="wrap block" aria-labelledby="count">
      <header className="block-head">
        <h2 id="count">先算一算，再决定</h2>
        <p>
          <Clauses of="单价公开，按实际用量扣。下面的数字可以直接照着估。" />
        </p>
      </header>
      <div className="estimate">
        <div className="estimate-rates">
          <h3>公开单价</h3>
          <dl className="facts">
            {tools.map(({ name, rate }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{rate}</dd>
              </div>
            ))}
          </dl>
        </div>
        <ul className="estimate-list">
          {estimates.map(({ text, credit }) => {
            const share = Math.min(100, Math.round((credit / totalCredit(plan)) * 100))
            const cost = Math.round((plan.amount * credit) / totalCredit(plan))
            return (
              <li key={text}>
                <b className="number">{formatCredit(credit)}</b>
                <svg
                  viewBox="0 0 100 4"
                  preserveAspectRatio="none"
                  role="img"
                  aria-label={`占一份${plan.name}的 ${share}%`}
                >
                  <rect width="100" height="4" />
                  <rect className="fill" width={share} height="4" />
                </svg>
                <span>{text}</span>
                <small className="number">
                  一份{plan.name}的 {share}%，约 <Money amount={cost} currency={plan.currency} />
                </small>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
