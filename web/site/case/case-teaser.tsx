import type { CaseContent } from '#contract/content/page-content.ts'
import type { Combo } from '#contract/shapes.ts'
import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import { findDefaultPlan, pricePerThousand } from '../../lib/format/plan-terms.ts'
import { useSite, usePageContent } from '../../lib/site.ts'
import { Clauses } from '../../ui/display/clauses.tsx'
import { costOfCredit, creditOfCase } from './case-cost.ts'
import { MoreLink } from '../sections/more-link.tsx'

/** What the teaser shows of the cases. */
export function firstCases(words: CaseContent): CaseContent {
  return { ...words, cases: words.cases.slice(0, 3) }
}

/** The first worked examples, with a link to all of them. */
export function CaseTeaser({ plans }: { plans: readonly Combo[] }) {
  const { creditUnit } = useSite()
  const { teaser, cases } = firstCases(usePageContent('cases'))
  const plan = findDefaultPlan(plans)
  if (plan === undefined) return null
  return (
    <section className="wrap block" aria-labelledby="cases">
      <header className="block-head row">
        <div>
          <h2 id="cases">{teaser.title}</h2>
          <p>
            <Clauses of={teaser.text} />
          </p>
        </div>
        <MoreLink to="/case">全部案例</MoreLink>
      </header>
      <div className="cases">
        {cases.map((example) => (
          <article key={example.id}>
            <p className="badge" data-kind="quiet">
              示例 · {example.who}
            </p>
            <h3>{example.title}</h3>
            <p>
              <Clauses of={example.text} />
            </p>
            <dl>
              <div>
                <dt>用量</dt>
                <dd className="number">
                  {formatCredit(creditOfCase(example))} {creditUnit}
                </dd>
              </div>
              <div>
                <dt>折合</dt>
                <dd className="number">
                  {formatMoney(costOfCredit(creditOfCase(example), plan), plan.currency)}
                </dd>
              </div>
            </dl>
          </article>
        ))}
      </div>
      <p className="faint table-note">
        折合金额按{plan.name}每千{creditUnit} {formatMoney(pricePerThousand(plan), plan.currency)}{' '}
        计算。
      </p>
    </section>
  )
}
