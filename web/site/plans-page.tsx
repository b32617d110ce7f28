import { type PageData, useSite } from '../lib/site.ts'
import { useEntry } from '../shell/use-entry.ts'
import { Empty } from '../ui/empty.tsx'
import { Faq } from '../ui/faq.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-name.ts'
import { PlainArc } from './arcs.tsx'
import { Compare } from './compare.tsx'
import { Estimate } from './estimate.tsx'
import { PlanCard } from './plan-card.tsx'
import { faqPage, productWithOffers } from './structured-data.ts'
import { SupportLine } from './support-line.tsx'
import { useHome } from './use-home.ts'
import { usePlans } from './use-plans.ts'

const ASSURANCE_ICONS: readonly IconName[] = ['card', 'again', 'order', 'shield']

export function structuredData(data: PageData): object[] {
  const faq = data.site.home === undefined ? [] : [faqPage(data.site.home.planQuestions)]
  return data.plans.length === 0 ? faq : [productWithOffers(data), ...faq]
}

export default function PlansPage() {
  const { meta } = useEntry()
  const { creditUnit } = useSite()
  const { planAssurances, planQuestions } = useHome()
  const plans = usePlans()
  return (
    <>
      <section className="plain-hero" aria-labelledby="title">
        <PlainArc />
        <div className="wrap">
          <h1 id="title">{meta.title}</h1>
          <p className="lead">一次付清，没有订阅。{creditUnit}在有效期内随时用，先扣快到期的。</p>
        </div>
      </section>
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
      <Compare plans={plans} />
      <section className="wrap block faq-block" aria-labelledby="faq">
        <header>
          <h2 id="faq">关于付款</h2>
          <SupportLine>十人以上或需要对公转账，</SupportLine>
        </header>
        <Faq name="faq" questions={planQuestions} />
      </section>
    </>
  )
}
