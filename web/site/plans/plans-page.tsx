import { type PageData, useSite } from '../../lib/site.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import type { IconName } from '../../ui/icon/icon-name.ts'
import { PlanComparison } from './plan-comparison.tsx'
import { FaqBlock } from '../sections/faq-block.tsx'
import { PageHero } from '../sections/page-hero.tsx'
import { PlanCard } from './plan-card.tsx'
import { breadcrumbs, faqPage, productWithOffers } from '../sections/structured-data.ts'
import { useHomeContent } from '../sections/use-home-content.ts'
import { usePlans } from './use-plans.ts'
import type { StructuredData } from '../../lib/page/structured-data.ts'
import type { Combo } from '#contract/shapes.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { findDefaultPlan, totalCredit } from '../../lib/format/plan-terms.ts'
import { Money } from '../../ui/display/money.tsx'
import { Clauses } from '../../ui/display/clauses.tsx'

const ASSURANCE_ICONS: readonly IconName[] = ['card', 'again', 'order', 'shield']

export function structuredData(data: PageData): StructuredData[] {
  const faq = data.site.home === undefined ? [] : [faqPage(data.site.home.planQuestions)]
  const offers = data.plans.length === 0 ? [] : [productWithOffers(data)]
  return [...offers, ...faq, breadcrumbs(data, '/plans')]
}

export default function PlansPage() {
  const { creditUnit } = useSite()
  const { planAssurances, planQuestions } = useHomeContent()
  const plans = usePlans()
  return (
    <>
      <PageHero
        lead={`一次付清，没有订阅。${creditUnit}在有效期内随时用，先扣快到期的，同时到期的先扣赠送的。`}
      />
      <section className="wrap" aria-labelledby="all-plans">
        <h2 className="unseen" id="all-plans">
          全部套餐
        </h2>
        {plans.length === 0 ? (
          <Empty title="套餐正在调整，暂时没有可购买的">
            已有的{creditUnit}不受影响，可以照常使用。
          </Empty>
        ) : (
          <div className="plans" data-count={plans.length}>
            {plans.map((plan) => (
              <PlanCard key={plan.id} plan={plan} />
            ))}
          </div>
        )}
        <ul className="assure">
          {planAssurances.map((assurance, at) => (
            <li key={assurance}>
              <Icon name={ASSURANCE_ICONS[at] ?? 'check'} />
              {assurance}
            </li>
          ))}
        </ul>
      </section>
      <Estimate plans={plans} />
      <PlanComparison plans={plans} />
      <FaqBlock title="关于付款" questions={planQuestions} />
    </>
  )
}

/** Everyday tasks with their cost, calculated from public rates and the recommended plan. */
function Estimate({ plans }: { plans: readonly Combo[] }) {
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
