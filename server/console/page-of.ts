/** A page of a list: of `limit + 1` rows that were read the last one only tells that there are more. */
export function pageOf<Row, Cursor>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => Cursor,
): { shown: Row[]; next: Cursor | null } {
  const shown = rows.slice(0, limit)
  return { shown, next: rows.length > limit ? cursorOf(shown.at(-1)!) : null }
}

/** Null for a filter that is absent or empty. */
export function filterBy(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}
