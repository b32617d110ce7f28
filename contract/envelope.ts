import * as z from 'zod/mini'

/** The body of every response. An object with a catch-all: `z.record` would weigh on every page. A failure also has `code`, `requestId` and, for invalid input, `fields`. */
export const envelope = z.object({
  statusCode: z.union([z.number(), z.string(), z.boolean()]),
  message: z.optional(z.string()),
  data: z.optional(z.unknown()),
  code: z.optional(z.string()),
  fields: z.optional(z.catchall(z.object({}), z.string())),
  requestId: z.optional(z.string()),
})
export type Envelope = z.output<typeof envelope>

const SUCCESS = new Set<unknown>([200, 0, '200', '0', 'ok', 'true'])

/** Whether the call succeeded: section 7 of the original specification lists the values that mean success. */
export function isSuccess({ statusCode }: Pick<Envelope, 'statusCode'>): boolean {
  return SUCCESS.has(statusCode)
}
