import type { ReactNode } from 'react'
import type { Combo } from '#contract/shapes.ts'
import { costOfCredit, creditStep, totalCredit, validityOf } from '../../lib/format/plan-terms.ts'
import { formatMoney, formatPlanCredit, moneyParts } from '../../lib/format/money.ts'
import { formatTime } from '../../lib/format/time.ts'

interface PlanFaceProps {
  plan: Combo
  /** The operator's word for credit, and the time zone that ends are shown in. */
  site: { creditUnit: string; timeZone: string }
  /** What the credit is enough for. */
  use?: string
  /** Marked as the one that fits what the visitor wants to do. */
  isFit?: boolean
  /** The button below. */
  action: ReactNode
}

/** One plan as a column of the sheet that compares them. */
export function PlanFace({ plan, site, use, isFit = false, action }: PlanFaceProps) {
  const { creditUnit } = site
  const { sign, number } = moneyParts(plan.amount, plan.currency)
  const { credit, each } = creditStep(plan)
  return (
    <article className="plan" data-fit={isFit ? '' : undefined}>
      <header>
        <h3>
          {plan.name}
          {plan.badge !== undefined && <span className="badge">{plan.badge}</span>}
          {isFit && <span className="plan-fit">够用</span>}
        </h3>
        <p>{plan.summary}</p>
      </header>
      <p className="price">
        <strong>
          <small>{sign}</small>
          {number}
        </strong>
        {plan.originalAmount !== undefined && (
          <del>
            <span className="unseen">原价 </span>
            {formatMoney(plan.originalAmount, plan.currency)}
          </del>
        )}
      </p>
      <p className="plan-credit">
        <b className="number">{formatPlanCredit(totalCredit(plan))}</b> {creditUnit}
        {plan.bonusCredit > 0 && <small>含赠送 {formatPlanCredit(plan.bonusCredit)}</small>}
      </p>
      <div className="plan-use">
        {use !== undefined && <p>{use}</p>}
        {plan.features.length > 0 && (
          <ul>
            {plan.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        )}
      </div>
      <dl>
        <div>
          <dt>
            {each}
            {creditUnit}
          </dt>
          <dd>{formatMoney(costOfCredit(credit, plan), plan.currency)}</dd>
        </div>
        <div>
          <dt>有效期</dt>
          <dd>{validityOf(plan)}</dd>
        </div>
        <div>
          <dt>每单</dt>
          <dd>
            {plan.minNum}–{plan.maxNum} 份
          </dd>
        </div>
        <PlanLimits plan={plan} timeZone={site.timeZone} />
      </dl>
      {action}
    </article>
  )
}

/** Pieces left, limit per user and end of an offer; nothing for one without limits. */
function PlanLimits({ plan, timeZone }: { plan: Combo; timeZone: string }) {
  const { left, limitPerUser, saleUntil } = plan
  return (
    <>
      {left !== undefined && <Limit name="仅剩">{left} 份</Limit>}
      {limitPerUser !== undefined && <Limit name="每人限购">{limitPerUser} 份</Limit>}
      {saleUntil !== undefined && (
        <Limit name="截止">{formatTime(saleUntil, 'minute', timeZone)}</Limit>
      )}
    </>
  )
}

function Limit({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="plan-limits">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
