import type * as contract from '#contract/console/plans.ts'
import { listPlanChanges } from '../../operator/plans/plans.store.ts'
import { changeTitle, describeField } from '../../recharge/plans/plan-change-texts.ts'
import { listAllPlans, type PlanRow } from '../../recharge/plans/plans.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import { pageOf } from '../page-of.ts'
import type { ConsoleHandlers } from '../serve.ts'
import type { ConsolePlan, PlansFile, PlanState } from '#contract/console/plan-shapes.ts'
import {
  isInOrder,
  planChanges,
  planMark,
  toPlanOffer,
  unlistedPlans,
} from '../../recharge/plans/plan-changes.ts'
import type { Content } from '../../site/content/load-content.ts'

export function planHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  const { sql, content } = deps
  return {
    async listConsolePlans() {
      const rows = await listAllPlans(sql)
      const now = deps.now()
      return {
        plans: rows.map((row) => toConsolePlan(row, now)),
        file: compareWithFile(rows, content),
      }
    },
    async readPlanHistory({ input: { plan, before = null, limit } }) {
      const rows = await listPlanChanges(sql, plan, { before, limit: limit + 1 })
      const { shown, next } = pageOf(rows, limit, ({ id }) => id)
      const changes = shown.map(({ id, createdAt, isNew, version, fields, ...change }) => ({
        id,
        at: createdAt.toISOString(),
        title: changeTitle({ kind: isNew ? 'added' : 'changed', version, fields }),
        version,
        fields: fields.map((each) => describeField(each, content.site)),
        by: change.operator,
        reason: change.reason,
        actionId: change.actionId,
      }))
      return { changes, next }
    },
  }
}

/** What `plans apply content/plans.json` would change. */
function compareWithFile(
  rows: readonly PlanRow[],
  { plans: wanted, site }: Pick<Content, 'plans' | 'site'>,
): PlansFile {
  return {
    changes: planChanges(rows, wanted).map((change) => ({
      id: change.id,
      name: change.name,
      title: changeTitle(change),
      fields: change.fields.map((each) => describeField(each, site)),
    })),
    isInOrder: isInOrder(rows, wanted),
    unlisted: unlistedPlans(rows, wanted).map(({ id, name }) => ({ id, name })),
  }
}

function toConsolePlan(row: PlanRow, now: Date): ConsolePlan {
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
