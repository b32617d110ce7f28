import type { ReactNode } from 'react'
import type { Combo } from '#contract/shapes.ts'
import { formatCredit, formatMoney, moneyParts } from '../../lib/format/money.ts'
import { Icon } from '../icon/icon.tsx'
import { pricePerThousand, validityOf } from '../../lib/format/plan-terms.ts'
import { formatTime } from '../../lib/format/time.ts'

/** End of a feature that introduces the following ones, as in “包含体验版，另加：”. */
const LEAD_OVER = '：'

interface PlanFaceProps {
  plan: Combo
  /** The operator's word for credit, and the time zone that ends are shown in. */
  site: { creditUnit: string; timeZone: string }
  /** The button below the price. */
  action: ReactNode
  /** Maximum number of features shown. */
  most?: number
}

/** One plan with its price, features and limits. */
export function PlanFace({ plan, site, action, most = Infinity }: PlanFaceProps) {
  const { creditUnit, timeZone } = site
  const { sign, number } = moneyParts(plan.amount, plan.currency)
  return (
    <article className="plan" data-best={plan.recommended ? '' : undefined}>
      <header>
        <h3>
          {plan.name}
          {plan.badge !== undefined && <span className="badge">{plan.badge}</span>}
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
      <p className="credit">
        <span>
          <b>{formatCredit(plan.credit)}</b>
          {plan.bonusCredit > 0 && (
            <>
              {' + 赠 '}
              <b>{formatCredit(plan.bonusCredit)}</b>
            </>
          )}{' '}
          {creditUnit}
        </span>
        <span>
          每千{creditUnit} {formatMoney(pricePerThousand(plan), plan.currency)} · {validityOf(plan)}
          有效
        </span>
        <PlanLimits plan={plan} timeZone={timeZone} />
      </p>
      {action}
      <ul className="ticks">
        {plan.features.slice(0, most).map((feature) =>
          feature.endsWith(LEAD_OVER) ? (
            <li key={feature} className="soft">
              {feature}
            </li>
          ) : (
            <li key={feature}>
              <Icon name="check" />
              {feature}
            </li>
          ),
        )}
      </ul>
    </article>
  )
}

interface PlanLimitsProps {
  plan: Combo
  timeZone: string
}

/** Pieces left, limit per user and end of an offer; nothing for one without limits. */
function PlanLimits({ plan: { left, limitPerUser, saleUntil }, timeZone }: PlanLimitsProps) {
  const limits = [
    left !== undefined && `仅剩 ${left} 份`,
    limitPerUser !== undefined && `每人限购 ${limitPerUser} 份`,
    saleUntil !== undefined && `${formatTime(saleUntil, 'minute', timeZone)} 截止`,
  ].filter((limit) => limit !== false)
  return limits.length > 0 && <span className="plan-limits">{limits.join(' · ')}</span>
}
