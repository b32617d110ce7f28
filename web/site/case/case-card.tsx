import type { WorkedCase } from '#contract/content/page-content.ts'
import type { Combo } from '#contract/shapes.ts'
import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import { costOfCredit, totalCredit } from '../../lib/format/plan-terms.ts'
import { useSite } from '../../lib/site.ts'
import { Clauses } from '../../ui/display/clauses.tsx'
import { Icon } from '../../ui/icon/icon.tsx'

interface CaseCardProps {
  example: WorkedCase
  /** The plan that the cost is calculated from. */
  plan: Combo | undefined
}

/** One worked example with its calculation, like a receipt. */
export function CaseCard({ example, plan }: CaseCardProps) {
  const { creditUnit } = useSite()
  const { id, who, title, text, uses, tip } = example
  const credit = uses.reduce((sum, use) => sum + creditOfUse(use), 0)
  return (
    <article className="case" id={id} data-tools={uses.map(({ icon }) => icon).join(' ')}>
      <p className="badge" data-kind="quiet">
        示例 · {who}
      </p>
      <h3>{title}</h3>
      <p className="soft">
        <Clauses of={text} />
      </p>
      <dl className="facts case-sum">
        {uses.map((use) => (
          <div key={use.text}>
            <dt>
              <Icon name={use.icon} />
              {use.text}
            </dt>
            <dd>
              <small>
                {formatCredit(use.quantity)} {use.unit} × {use.rate} ={' '}
              </small>
              {formatCredit(creditOfUse(use))}
            </dd>
          </div>
        ))}
        <div className="total">
          <dt>合计</dt>
          <dd>
            {formatCredit(credit)} <small>{creditUnit}</small>
          </dd>
        </div>
        {plan !== undefined && (
          <div>
            <dt>折合（{plan.name}）</dt>
            <dd>
              {formatMoney(costOfCredit(credit, plan), plan.currency)}，{timesOf(credit, plan)}
            </dd>
          </div>
        )}
      </dl>
      <p className="case-tip">
        <Icon name="info" />
        <span>
          <Clauses of={tip} />
        </span>
      </p>
    </article>
  )
}

/** Credit for one use at the public rate. */
const creditOfUse = ({ quantity, rate }: WorkedCase['uses'][number]) => quantity * rate

/** How often one plan covers the example, or how many plans it takes. */
function timesOf(credit: number, plan: Combo): string {
  const times = Math.floor(totalCredit(plan) / credit)
  return times >= 1
    ? `一份够 ${formatCredit(times)} 次`
    : `要 ${Math.ceil(credit / totalCredit(plan))} 份`
}
