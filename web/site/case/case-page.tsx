import type { CaseContent } from '#contract/content/page-content.ts'
import { formatMoney } from '../../lib/format/money.ts'
import { costOfCredit, creditStep, findDefaultPlan } from '../../lib/format/plan-terms.ts'
import { useSite, usePageContent, type PageData } from '../../lib/site.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { CaseCard } from './case-card.tsx'
import { Closing } from '../sections/closing.tsx'
import { PageHero } from '../sections/page-hero.tsx'
import { breadcrumbs } from '../sections/structured-data.ts'
import { usePlans } from '../plans/use-plans.ts'
import type { StructuredData } from '../../lib/page/structured-data.ts'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import type { SitePath } from '#contract/addresses.ts'

export function description({ site }: PageData): string | undefined {
  return site.cases?.description
}

export function structuredData(data: PageData): StructuredData[] {
  return [breadcrumbs(data, '/case')]
}

export default function CasePage() {
  const { creditUnit } = useSite()
  const { lead, tools, cases, note } = usePageContent('cases')
  const plan = findDefaultPlan(usePlans())
  const step = plan && creditStep(plan)
  return (
    <>
      <PageHero lead={lead} />
      <section className="wrap case-list" aria-labelledby="all-cases">
        <h2 className="unseen" id="all-cases">
          全部示例
        </h2>
        <ToolFilter tools={tools} cases={cases} />
        <div className="case-grid">
          {cases.map((example) => (
            <CaseCard key={example.id} example={example} plan={plan} />
          ))}
        </div>
        <footer className="case-foot">
          <p className="faint">
            {plan && step && (
              <>
                折合按{plan.name}
                {step.each}
                {creditUnit} {formatMoney(costOfCredit(step.credit, plan), plan.currency)} 计算。
              </>
            )}
            {note}
          </p>
          <MoreLink to="/plans">查看套餐</MoreLink>
        </footer>
      </section>
      <Closing />
    </>
  )
}

/** Filters without script: radio buttons that the style sheet reads by `:has()`. */
function ToolFilter({ tools, cases }: Pick<CaseContent, 'tools' | 'cases'>) {
  const countOf = (tool: string) =>
    cases.filter(({ uses }) => uses.some(({ icon }) => icon === tool)).length
  return (
    <fieldset className="case-filter">
      <legend className="unseen">按工具筛选</legend>
      <label>
        <input type="radio" name="tool" value="all" defaultChecked />
        <span>全部 {cases.length}</span>
      </label>
      {tools.map(({ icon, name }) => (
        <label key={icon}>
          <input type="radio" name="tool" value={icon} />
          <span>
            <Icon name={icon} />
            {name} {countOf(icon)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** A link from a page section to the page with all of it. */
function MoreLink({ to, children }: { to: SitePath; children: ReactNode }) {
  return (
    <Link className="more" to={to}>
      {children}
      <Icon name="arrow" />
    </Link>
  )
}
