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

/** A list's rows are counted up to so many: beyond, nobody needs to know how many, and each takes time. */
const MOST_COUNTED = 1_000

/** `isMore`: there are at least so many. */
export interface Counted {
  count: number
  isMore: boolean
}

/** What was found among the rows that were looked at. */
export interface Looked {
  looked: number
  matching: number
}

/** The count of what `count` counts up to its parameter. */
export async function countUpTo(count: (most: number) => Promise<number>): Promise<Counted> {
  const counted = await count(MOST_COUNTED + 1)
  return { count: Math.min(counted, MOST_COUNTED), isMore: counted > MOST_COUNTED }
}

/** How many match in a range, where few of its rows may match: of a long range among its newest rows alone. */
export async function countAmong(look: (most: number) => Promise<Looked>): Promise<Counted> {
  const { looked, matching } = await look(MOST_COUNTED + 1)
  return { count: Math.min(matching, MOST_COUNTED), isMore: looked > MOST_COUNTED }
}
