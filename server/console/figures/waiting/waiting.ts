import type { WaitingItem } from '#contract/console/figures/figures.ts'
import type { Query } from '../../../db/sql.ts'
import type { OperatorSession } from '../../sessions/sessions.ts'

export interface WaitingContext {
  sql: Query
  now: Date
  /** Whose page it is: what this role may not decide does not wait for it. */
  session: OperatorSession
}

/** Something that waits for a person; null: nothing does. Reads a few rows by an index: it runs with every request. */
export type WaitingSource = (context: WaitingContext) => Promise<WaitingItem | null>

/** Counting ends here. */
export const MOST_WAITING = 100

/** Fills in what most sources leave out. `count` may be one more than is counted. */
export function waitingItem({
  count,
  since = null,
  due = null,
  detail = '',
  ...item
}: Pick<WaitingItem, 'name' | 'urgency' | 'title' | 'count' | 'href' | 'action'> & {
  detail?: string
  since?: Date | null
  due?: Date | null
}): WaitingItem | null {
  if (count === 0) return null
  return {
    ...item,
    detail,
    count: Math.min(count, MOST_WAITING),
    isMore: count > MOST_WAITING,
    since: since?.toISOString() ?? null,
    due: due?.toISOString() ?? null,
  }
}
