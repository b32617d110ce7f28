import type { ConsolePlan, PlanState } from '#contract/console/plan-shapes.ts'
import { planMark, toPlanOffer } from '../../recharge/plans/plan-changes.ts'
import type { PlanRow } from '../../recharge/plans/plans.store.ts'

export function toConsolePlan(row: PlanRow, now: Date): ConsolePlan {
  const { stock, held, sold, version } = row
  const pieces =
    stock === null || held === null || sold === null
      ? null
      : { held, sold, left: stock - held - sold }
  const offer = toPlanOffer(row)
  return {
    ...offer,
    features: [...offer.features],
    basis: planMark(row),
    version,
    state: stateOf(row, pieces?.left ?? null, now),
    pieces,
  }
}

function stateOf(row: PlanRow, left: number | null, now: Date): PlanState {
  const { isOnSale, saleFrom, saleUntil, minNum } = row
  if (!isOnSale) return 'withdrawn'
  if (saleUntil !== null && saleUntil <= now) return 'ended'
  if (saleFrom !== null && saleFrom > now) return 'upcoming'
  return left !== null && left < minNum ? 'sold out' : 'on sale'
}
