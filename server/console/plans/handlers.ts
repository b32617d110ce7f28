import type * as contract from '#contract/console/plans.ts'
import { listPlanChanges } from '../../operator/plans/plans.store.ts'
import { changeTitle, describeField } from '../../recharge/plans/plan-change-texts.ts'
import { listAllPlans } from '../../recharge/plans/plans.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import { pageOf } from '../page-of.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { compareWithFile } from './compare-with-file.ts'
import { toConsolePlan } from './console-plan.ts'

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
