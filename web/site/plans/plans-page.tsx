import type { Combo } from '#contract/shapes.ts'
import { href } from '../../lib/href.ts'
import type { StructuredData } from '../../lib/page/structured-data.ts'
import { totalCredit } from '../../lib/format/plan-terms.ts'
import { type PageData, useSite } from '../../lib/site.ts'
import { SoldOutButton } from '../../recharge/plans/sold-out-button.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'
import { PlanFace } from '../../ui/display/plan-face.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { FaqBlock } from '../sections/faq-block.tsx'
import { FigureTable } from '../sections/figure-table.tsx'
import { breadcrumbs, faqPage, productWithOffers } from '../sections/structured-data.ts'
import { useHomeContent } from '../sections/use-home-content.ts'
import { PlanCalculator, usePlanFinder } from './plan-calculator.tsx'
import { enoughFor } from './plan-finder.ts'
import { usePlans } from './use-plans.ts'

export function structuredData(data: PageData): StructuredData[] {
  const faq = data.site.home === undefined ? [] : [faqPage(data.site.home.planQuestions)]
  const offers = data.plans.length === 0 ? [] : [productWithOffers(data)]
  return [...offers, ...faq, breadcrumbs(data, '/plans')]
}

export default function PlansPage() {
  const { creditUnit } = useSite()
  const { rates, planQuestions } = useHomeContent()
  const plans = usePlans()
  const finder = usePlanFinder(plans)
  return (
    <>
      <PlanCalculator {...finder} plans={plans} isPageTitle />
      {plans.length === 0 ? (
        <div className="wrap block">
          <Empty title="套餐正在调整，暂时没有可购买的">
            已有的{creditUnit}不受影响，可以照常使用。
          </Empty>
        </div>
      ) : (
        <Offers plans={plans} fit={finder.found?.plan.id} />
      )}
      <section className="wrap block rates" aria-labelledby="rates">
        <div>
          <h2 id="rates">公开单价</h2>
          <p className="soft">费用均按公开单价计算，可自行核对。不足 1 {creditUnit}按 1 计。</p>
        </div>
        {rates.map((table) => (
          <FigureTable key={table.title} table={table} isTitleShown />
        ))}
      </section>
      <FaqBlock title="购买前常问" questions={planQuestions} />
    </>
  )
}

/** The plans as the columns of one sheet, which is the comparison: it shows what differs. */
function Offers({ plans, fit }: { plans: readonly Combo[]; fit: string | undefined }) {
  const site = useSite()
  const { services, planNotes } = useHomeContent()
  return (
    <section className="wrap block" aria-labelledby="all-plans">
      <h2 className="unseen" id="all-plans">
        全部套餐
      </h2>
      <div className="plans" data-count={plans.length}>
        {plans.map((plan) => (
          <PlanFace
            key={plan.id}
            plan={plan}
            site={site}
            use={enoughFor(totalCredit(plan), services)}
            isFit={plan.id === fit}
            action={
              plan.isSoldOut ? (
                <SoldOutButton plan={plan} />
              ) : (
                <ButtonLink isWide to={href('/account/recharge', { plan: plan.id })}>
                  购买{plan.name}
                </ButtonLink>
              )
            }
          />
        ))}
      </div>
      <p className="plan-notes">
        {planNotes.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </p>
    </section>
  )
}
