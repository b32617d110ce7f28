import type { Combo } from '#contract/shapes.ts'
import { formatTime } from '../../lib/format/time.ts'

interface PlanLimitsProps {
  plan: Combo
  timeZone: string
}

/** Pieces left, limit per user and end of an offer; nothing for one without limits. */
export function PlanLimits({ plan: { left, limitPerUser, saleUntil }, timeZone }: PlanLimitsProps) {
  const limits = [
    left !== undefined && `仅剩 ${left} 份`,
    limitPerUser !== undefined && `每人限购 ${limitPerUser} 份`,
    saleUntil !== undefined && `${formatTime(saleUntil, 'minute', timeZone)} 截止`,
  ].filter((limit) => limit !== false)
  return limits.length > 0 && <span className="plan-limits">{limits.join(' · ')}</span>
}
