import * as z from 'zod/mini'
import { consoleCall } from './console-call.ts'
import { filterText, next, pageLimit } from './list-fields.ts'
import { time } from './shapes.ts'

const event = z.object({
  /** `evt_…` */
  id: z.string(),
  /** The provider's own name, for example `payment_intent.succeeded`. */
  type: z.string(),
  createdAt: time,
  appliedAt: time,
  /** The order it was applied to; null for events of before this was stored. */
  orderId: z.nullable(z.string()),
  orderNo: z.nullable(z.string()),
})
export type ConsoleEvent = z.output<typeof event>

/** The provider's events that were received and applied, newest first. They are kept for some weeks. */
export const listConsoleEvents = consoleCall({
  method: 'GET',
  path: '/api/console/events',
  access: 'read',
  input: () =>
    z.object({
      /** `next` of the page before. */
      before: z.optional(
        z.string().check(z.regex(/^\d{1,16}\.\w{1,200}$/, '翻页位置不正确，请从第一页看起')),
      ),
      /** One event. */
      id: filterText,
      type: filterText,
      /** An order number, an order's id or a payment intent; an unknown one answers with an empty list. */
      order: filterText,
      limit: pageLimit,
    }),
  output: () => z.object({ events: z.array(event), next }),
})
