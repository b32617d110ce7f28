import * as z from 'zod/mini'
import { consoleCall } from './console-call.ts'
import { beforeId, next, pageLimit, reference } from './list-fields.ts'
import { consolePlan, planHistoryEntry, plansFile } from './plan-shapes.ts'

/** All plans in their order, and how `content/plans.json` differs from them as the server read it at its start. */
export const listConsolePlans = consoleCall({
  method: 'GET',
  path: '/api/console/plans',
  access: 'read',
  input: () => z.object({}),
  output: () =>
    z.object({
      plans: z.array(consolePlan),
      file: plansFile,
    }),
})

/** What was changed of a plan, newest first. */
export const readPlanHistory = consoleCall({
  method: 'GET',
  path: '/api/console/plans/history',
  access: 'read',
  input: () => z.object({ plan: reference('套餐'), before: beforeId, limit: pageLimit }),
  output: () => z.object({ changes: z.array(planHistoryEntry), next }),
})
