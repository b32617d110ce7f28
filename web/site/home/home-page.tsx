import { type PageData, useSite } from '../../lib/site.ts'
import { StepsArc } from '../sections/arcs.tsx'
import { Bento } from './bento.tsx'
import { CaseTeaser } from '../case/case-teaser.tsx'
import { CallToAction } from '../sections/call-to-action.tsx'
import { FaqBlock } from '../sections/faq-block.tsx'
import { PlanTeaser } from '../plans/plan-teaser.tsx'
import { faqPage } from '../sections/structured-data.ts'
import { useHomeContent } from '../sections/use-home-content.ts'
import { usePlans } from '../plans/use-plans.ts'
import type { StructuredData } from '../../lib/page/structured-data.ts'
import { Clauses } from '../../ui/display/clauses.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import type { Combo } from '#contract/shapes.ts'
import { AnyLink } from '../../ui/action/any-link.tsx'
import { welcomePromise } from '../../lib/welcome-promise.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { HeroSky } from '../sections/hero-sky.tsx'
import { Stage } from './stage.tsx'

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

/** The tools that credit is spent on, each with its public rate. */
function Tools() {
  const { tools, toolsTitle } = useHomeContent()
  return (
    <section className="wrap tools" aria-labelledby="tools">
      <h2 id="tools">{toolsTitle}</h2>
      <ul>
        {tools.map(({ icon, name, text, rate }) => (
          <li key={name}>
            <Icon name={icon} />
            <h3>{name}</h3>
            <p>{text}</p>
            <span className="number">{rate}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Headline, two links and a picture of the product. */
function Hero({ plans }: { plans: readonly Combo[] }) {
  const site = useSite()
  const { slogan } = site
  const { announcement, headline, lead, assurances } = useHomeContent()
  return (
    <section className="hero" aria-label={slogan}>
      <HeroSky />
      <div className="wrap hero-words">
        {announcement && (
          <AnyLink className="pill" to={announcement.url}>
            <b>新</b>
            {announcement.text}
            <Icon name="next" />
          </AnyLink>
        )}
        <h1>
          {headline[0]}
          <br />
          <em>{headline[1]}</em>
        </h1>
        <p className="lead">
          <Clauses of={lead} />
        </p>
        <div className="actions">
          <ButtonLink kind="primary" size="large" to="/account/register">
            免费注册
          </ButtonLink>
          <ButtonLink size="large" to="/plans">
            查看套餐
          </ButtonLink>
        </div>
        <ul className="assure">
          {[welcomePromise(site) ?? [], assurances].flat().map((assurance) => (
            <li key={assurance}>
              <Icon name="check" />
              {assurance}
            </li>
          ))}
        </ul>
      </div>
      <div className="wrap">
        <Stage plans={plans} />
      </div>
    </section>
  )
}
