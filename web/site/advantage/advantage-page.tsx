import { type PageData, usePageContent, useSite } from '../../lib/site.ts'
import { findDefaultPlan, totalCredit } from '../../lib/format/plan-terms.ts'
import { BlockHead } from '../sections/block-head.tsx'
import { CardDataPath } from './card-data-path.tsx'
import { Closing } from '../sections/closing.tsx'
import { FaqBlock } from '../sections/faq-block.tsx'
import { PageHero } from '../sections/page-hero.tsx'
import { breadcrumbs, faqPage } from '../sections/structured-data.ts'
import { usePlans } from '../plans/use-plans.ts'
import { TextTable } from '../sections/text-table.tsx'
import type { StructuredData } from '../../lib/page/structured-data.ts'
import type { Combo } from '#contract/shapes.ts'
import { formatCredit, formatMoney } from '../../lib/format/money.ts'

export function description({ site }: PageData): string | undefined {
  return site.advantage?.description
}

export function structuredData(data: PageData): StructuredData[] {
  const { advantage } = data.site
  return [
    breadcrumbs(data, '/advantage'),
    ...(advantage === undefined ? [] : [faqPage(advantage.questions)]),
  ]
}

interface Card {
  title: string
  text: string
}

export default function AdvantagePage() {
  const { lead, reasons, comparison, card, money, notFor, questions } = usePageContent('advantage')
  const plan = findDefaultPlan(usePlans())
  return (
    <>
      <PageHero lead={lead} />
      <section className="wrap" aria-labelledby="reasons">
        <h2 className="unseen" id="reasons">
          {reasons.title}
        </h2>
        <Cards cards={reasons.items} />
      </section>
      <section className="wrap block" aria-labelledby="comparison">
        <BlockHead id="comparison" title={comparison.title} text={comparison.text} />
        <TextTable
          caption={comparison.title}
          columns={comparison.columns}
          rows={comparison.rows}
          isFirstLit
        />
        <p className="faint table-note">{comparison.note}</p>
      </section>
      <CardDataPath card={card} />
      <section className="wrap block money-block" aria-labelledby="money">
        <div>
          <BlockHead id="money" title={money.title} text={money.text} />
          {plan !== undefined && <RefundSample plan={plan} />}
        </div>
        <ul className="money-list">
          {money.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="wrap block" aria-labelledby="not-for">
        <BlockHead id="not-for" title={notFor.title} text={notFor.text} />
        <Cards cards={notFor.items} />
      </section>
      <FaqBlock questions={questions} />
      <Closing />
    </>
  )
}

function Cards({ cards }: { cards: readonly Card[] }) {
  return (
    <div className="cases" data-count={cards.length}>
      {cards.map(({ title, text }) => (
        <article key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </article>
      ))}
    </div>
  )
}

/** Share of the credit that the example customer has used. */
const USED = 0.1

/** An example refund, calculated from a plan on sale. */
function RefundSample({ plan }: { plan: Combo }) {
  const { creditUnit } = useSite()
  const bought = totalCredit(plan)
  const used = Math.round(bought * USED)
  const share = (bought - used) / bought
  return (
    <div className="card lifted slip">
      <h3>
        退款怎么算
        <span className="badge" data-kind="quiet">
          示例
        </span>
      </h3>
      <dl className="facts">
        <div>
          <dt>买了一份{plan.name}</dt>
          <dd>{formatMoney(plan.amount, plan.currency)}</dd>
        </div>
        <div>
          <dt>到账</dt>
          <dd>
            {formatCredit(bought)} {creditUnit}
          </dd>
        </div>
        <div>
          <dt>已经用掉</dt>
          <dd>
            {formatCredit(used)} {creditUnit}
          </dd>
        </div>
        <div>
          <dt>未使用比例</dt>
          <dd>{Math.round(share * 100)}%</dd>
        </div>
        <div className="total">
          <dt>原路退回</dt>
          <dd>{formatMoney(Math.round(plan.amount * share), plan.currency)}</dd>
        </div>
      </dl>
    </div>
  )
}
