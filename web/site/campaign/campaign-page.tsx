import type { CampaignContent } from '#contract/content/page-content.ts'
import type { Combo } from '#contract/shapes.ts'
import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import { costOfCredit, creditStep, findDefaultPlan } from '../../lib/format/plan-terms.ts'
import { type PageData, useSite, usePageContent } from '../../lib/site.ts'
import { Logo } from '../../shell/logo.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { Bridge } from '../sections/bridge.tsx'
import { ProductScreen } from '../sections/product-screen.tsx'
import { CheckList } from '../sections/check-list.tsx'
import { breadcrumbs } from '../sections/structured-data.ts'
import { usePlans } from '../plans/use-plans.ts'
import type { StructuredData } from '../../lib/page/structured-data.ts'
import { now } from '../../lib/clock.ts'

export function description({ site }: PageData): string | undefined {
  return site.campaign?.description
}

export function structuredData(data: PageData): StructuredData[] {
  return [breadcrumbs(data, '/gg')]
}

/** Landing page of advertisements: dark in both schemes, one promise, one action. */
export default function CampaignPage() {
  const { creditUnit } = useSite()
  const { headline, lead, action, assurances, facts, scene, steps } = usePageContent('campaign')
  const plan = findDefaultPlan(usePlans())
  return (
    <main className="campaign night" id="content" tabIndex={-1}>
      <Bridge />
      <div className="wrap campaign-first">
        <Logo />
        <div className="campaign-words">
          {plan !== undefined && plan.bonusCredit > 0 && (
            <p className="badge" data-kind="money">
              {plan.name}，加赠 {formatCredit(plan.bonusCredit)} {creditUnit}
            </p>
          )}
          <h1>
            {headline[0]}
            <br />
            <em>{headline[1]}</em>
          </h1>
          <p className="lead">{lead}</p>
          <Action>{action}</Action>
          <p className="faint">{assurances.join('\u00a0· ')}</p>
        </div>
        <Facts facts={facts} plan={plan} />
      </div>
      <section className="wrap feature" aria-labelledby="scene">
        <div className="feature-words">
          <h2 id="scene">{scene.title}</h2>
          <p>{scene.text}</p>
          <CheckList points={scene.points} />
        </div>
        <ProductScreen screen={scene.screen} />
      </section>
      <section className="wrap block campaign-steps" aria-label="如何开始">
        <ol className="cases" data-count={steps.length}>
          {steps.map(({ title, text }, at) => (
            <li key={title}>
              <b className="number">{at + 1}</b>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <Action>{action}</Action>
      </section>
      <Legal facts={facts} plan={plan} />
    </main>
  )
}

function Action({ children }: { children: string }) {
  return (
    <div className="actions">
      <ButtonLink kind="primary" size="large" to="/account/register">
        {children}
      </ButtonLink>
    </div>
  )
}

interface FactsProps {
  facts: CampaignContent['facts']
  plan: Combo | undefined
}

function Facts({ facts, plan }: FactsProps) {
  return (
    <ul className="campaign-facts">
      {facts.map((fact) => {
        if (fact.kind === 'price' && plan === undefined) return null
        return (
          <li key={fact.text}>
            <b className={fact.kind === 'price' ? 'number' : undefined}>
              {fact.kind === 'words' ? fact.value : priceOf(fact, plan)}
            </b>
            <span>{fact.text}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** How the prices are calculated, and the company's name. */
function Legal({ facts, plan }: FactsProps) {
  const { company, creditUnit, icp } = useSite()
  const { legal } = usePageContent('campaign')
  const prices = facts.filter((fact) => fact.kind === 'price')
  const step = plan && creditStep(plan)
  return (
    <footer className="wrap campaign-legal">
      <p>
        {plan &&
          step &&
          prices.map((fact) => (
            <span key={fact.text}>
              {fact.text} {priceOf(fact, plan)} = {formatCredit(fact.credit)} {creditUnit} ×{' '}
              {step.each}
              {creditUnit} {formatMoney(costOfCredit(step.credit, plan), plan.currency)}（
              {plan.name}
              ）。
            </span>
          ))}
        {legal}
      </p>
      <p>
        <span suppressHydrationWarning>
          © {new Date(now()).getFullYear()} {company}
        </span>
        {icp && <OutsideLink href={icp.url}>{icp.text}</OutsideLink>}
      </p>
    </footer>
  )
}

function priceOf({ credit }: { credit: number }, plan: Combo | undefined): string {
  return plan === undefined ? '' : formatMoney(costOfCredit(credit, plan), plan.currency)
}
