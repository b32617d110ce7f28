import * as z from 'zod/mini'
import { type Page, PaymentFailure } from './payments.ts'

/** Parts of answers that several kinds of objects have. What we do not rely on is passed over. */

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

/** Throws `unavailable` for anything else than what was asked for: then nothing is known of what happened. */
export function understand<Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: unknown,
  name: string,
): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
  throw new PaymentFailure('unavailable', `not a ${name} (${where})`)
}

const list = z.object({
  object: z.literal('list'),
  data: z.array(z.unknown()),
  has_more: z.boolean(),
})

export function toPage<Item>(answer: unknown, toItem: (answer: unknown) => Item): Page<Item> {
  const { data, has_more: hasMore } = understand(list, answer, 'list')
  return { items: data.map(toItem), hasMore }
}
