import * as z from 'zod/mini'
import { type Page, PaymentFailure } from './payments.ts'

/** Parts that several objects of Stripe share; fields that we do not use are ignored. */

export const metadata = z.record(z.string(), z.string())
/** An id, or the object itself where it was expanded. */
export const reference = z.nullish(z.union([z.string(), z.object({ id: z.string() })]))
/** Seconds since 1970. */
export const time = z.pipe(
  z.int(),
  z.transform((seconds) => new Date(seconds * 1_000)),
)

export function idOf(given: z.output<typeof reference>): string | null {
  return typeof given === 'string' ? given : (given?.id ?? null)
}

/** Throws PaymentFailure `unavailable` when the response is not the expected object. */
export function parseResponse<Schema extends z.ZodMiniType>(
  schema: Schema,
  response: unknown,
  name: string,
): z.output<Schema> {
  const parsed = schema.safeParse(response)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
  throw new PaymentFailure('unavailable', `not a ${name} (${where})`)
}

const list = z.object({
  object: z.literal('list'),
  data: z.array(z.unknown()),
  has_more: z.boolean(),
})

export function toPage<Item>(response: unknown, toItem: (response: unknown) => Item): Page<Item> {
  const { data, has_more: hasMore } = parseResponse(list, response, 'list')
  return { items: data.map(toItem), hasMore }
}
