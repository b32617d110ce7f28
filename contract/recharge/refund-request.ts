import * as z from 'zod/mini'

/** A refund that a customer asked for. */

const time = z.iso.datetime()
export const refundRequest = () =>
  z.object({
    state: z.enum(['open', 'withdrawn', 'accepted', 'refused']),
    reason: z.nullable(z.string()),
    askedAt: time,
    endedAt: z.nullable(time),
    /** Minor units of the refund that closed it. */
    refunded: z.nullable(z.int()),
    /** Why the operator refused it. */
    answer: z.nullable(z.string()),
  })
export type RefundRequest = z.output<ReturnType<typeof refundRequest>>
