import { type PageData, useSite } from '../../lib/site.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import type { IconName } from '../../ui/icon/icon-name.ts'
import { PlanComparison } from './plan-comparison.tsx'
import { Estimate } from './estimate.tsx'
import { FaqBlock } from '../sections/faq-block.tsx'
import { PageHero } from '../sections/page-hero.tsx'
import { PlanCard } from './plan-card.tsx'
import { breadcrumbs, faqPage, productWithOffers } from '../sections/structured-data.ts'
import { useHomeContent } from '../sections/use-home-content.ts'
import { usePlans } from './use-plans.ts'
import type { StructuredData } from '../../lib/page/structured-data.ts'

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
