import type { Combo } from '#contract/shapes.ts'
import { type PageData, useSite } from '../lib/site.ts'
import { Faq } from '../ui/faq.tsx'
import { StepsArc } from './arcs.tsx'
import { Bento } from './bento.tsx'
import { Closing } from './closing.tsx'
import { Hero } from './hero.tsx'
import { MoreLink } from './more-link.tsx'
import { PlanCard } from './plan-card.tsx'
import { faqPage } from './structured-data.ts'
import { SupportLine } from './support-line.tsx'
import { Tools } from './tools.tsx'
import { useHome } from './use-home.ts'
import { usePlans } from './use-plans.ts'

/** How many plans and ticks of each the teaser shows. */
const TEASER_PLANS = 3
const TEASER_TICKS = 4

export function structuredData({ site }: PageData): object[] {
  return site.home === undefined ? [] : [faqPage(site.home.questions)]
}

export default function HomePage() {
  const { questions } = useHome()
  const plans = usePlans()
  return (
    <>
      <Hero plans={plans} />
      <Tools />
      <Bento plans={plans} />
      <Steps />
      <PlanTeaser plans={plans.slice(0, TEASER_PLANS)} />
      <section className="wrap block faq-block" aria-labelledby="faq">
        <header>
          <h2 id="faq">常见问题</h2>
          <SupportLine>没找到答案？</SupportLine>
        </header>
        <Faq name="faq" questions={questions} />
      </section>
      <Closing />
    </>
  )
}

function Steps() {
  const { steps } = useHome()
  return (
    <section className="block steps-band" aria-labelledby="how">
      <div className="wrap">
        <header className="block-head">
          <h2 id="how">如何开始</h2>
        </header>
        <div className="steps">
          <StepsArc />
          <ol>
            {steps.map(({ title, text }, at) => (
              <li key={title}>
                <b>{at + 1}</b>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}

function PlanTeaser({ plans }: { plans: readonly Combo[] }) {
  const { creditUnit } = useSite()
  return (
    <section className="wrap block" aria-labelledby="plans">
      <header className="block-head row">
        <div>
          <h2 id="plans">买多少，用多少</h2>
          <p>一次付清，没有订阅。{creditUnit}在有效期内随时用。</p>
        </div>
        <MoreLink to="/plans">比较全部套餐</MoreLink>
      </header>
      <div className="plans" data-count={plans.length}>
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} most={TEASER_TICKS} />
        ))}
      </div>
    </section>
  )
}
