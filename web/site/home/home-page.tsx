import type { PageData } from '../../lib/site.ts'
import { StepsArc } from '../sections/arcs.tsx'
import { Bento } from './bento.tsx'
import { CaseTeaser } from '../case/case-teaser.tsx'
import { CallToAction } from '../sections/call-to-action.tsx'
import { FaqBlock } from '../sections/faq-block.tsx'
import { Hero } from './hero.tsx'
import { PlanTeaser } from '../plans/plan-teaser.tsx'
import { faqPage } from '../sections/structured-data.ts'
import { Tools } from './tools.tsx'
import { useHomeContent } from '../sections/use-home-content.ts'
import { usePlans } from '../plans/use-plans.ts'
import type { StructuredData } from '../../lib/page/structured-data.ts'
import { Clauses } from '../../ui/display/clauses.tsx'

export function structuredData({ site }: PageData): StructuredData[] {
  return site.home === undefined ? [] : [faqPage(site.home.questions)]
}

export default function HomePage() {
  const { questions } = useHomeContent()
  const plans = usePlans()
  return (
    <>
      <Hero plans={plans} />
      <Tools />
      <Bento plans={plans} />
      <Steps />
      <CaseTeaser plans={plans} />
      <PlanTeaser plans={plans} />
      <FaqBlock questions={questions} />
      <CallToAction />
    </>
  )
}

function Steps() {
  const { steps } = useHomeContent()
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
                <p>
                  <Clauses of={text} />
                </p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}
