import * as z from 'zod/mini'
import { consoleCall } from './console-call.ts'
import { next, pageLimit } from './list-fields.ts'
import { time } from './shapes.ts'

const alert = z.object({
  kind: z.string(),
  /** The kind in a few words. */
  title: z.string(),
  /** The order number, the timed job, or what else it is about. */
  about: z.string(),
  /** Null: it is about no order. */
  orderNo: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  times: z.int(),
  firstAt: time,
  lastAt: time,
})
export type ConsoleAlert = z.output<typeof alert>

/** What the operator was alerted to in the last 30 days, newest first. */
export const listAlerts = consoleCall({
  method: 'GET',
  path: '/api/console/alerts',
  access: 'read',
  input: () =>
    z.object({
      /** `next` of the page before. */
      before: z.optional(
        z
          .string()
          .check(z.regex(/^\d{1,16}\.\w{1,60}\..{1,300}$/, '翻页位置不正确，请从第一页看起')),
      ),
      limit: pageLimit,
    }),
  output: () => z.object({ alerts: z.array(alert), next }),
})
