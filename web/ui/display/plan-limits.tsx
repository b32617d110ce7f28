import { Fragment } from 'react'
import type { Combo } from '#contract/shapes.ts'
import { offerLimits } from '../../lib/format/plan-terms.ts'

interface PlanLimitsProps {
  plan: Combo
  timeZone: string
}

/** Pieces left, limit per user and end of an offer; nothing for one without limits. */
export function PlanLimits({ plan, timeZone }: PlanLimitsProps) {
  const limits = offerLimits(plan, timeZone)
  if (limits.length === 0) return null
  return (
    <span className="plan-limits">
      {limits.map((limit, at) => (
        <Fragment key={limit}>
          {at > 0 && ' · '}
          <span>{limit}</span>
        </Fragment>
      ))}
    </span>
  )
}
