import * as z from 'zod/mini'

/** The filter of a list's call: its input without the page. A field that the list does not have is refused. */
export function filterFields<Shape extends { before: z.core.$ZodType; limit: z.core.$ZodType }>({
  shape,
}: z.ZodMiniObject<Shape>) {
  const { before: _before, limit: _limit, ...fields } = shape
  return z.strictObject(fields)
}
