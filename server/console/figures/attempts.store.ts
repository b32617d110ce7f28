import { fragment, type Query } from '../../db/sql.ts'
import type { Period } from './periods.ts'

/** As the index `order_events_outcomes` says it. */
const isOutcome = fragment`
  ((to_state = 'paid' and from_state in ('pending', 'processing', 'cancelled', 'expired'))
    or (to_state = 'pending' and from_state is not null and reason is not null and reason <> 'waits_for_buyer'))`

/** As the index `order_events_failed` says it. */
export const isFailure = fragment`
  to_state = 'pending' and from_state is not null and reason is not null and reason <> 'waits_for_buyer'`

/** Attempts that ended in the period; a null method is of before it was recorded. */
export function countAttempts(
  sql: Query,
  { from, until }: Period,
): Promise<{ method: string | null; succeeded: number; failed: number }[]> {
  return sql<{ method: string | null; succeeded: number; failed: number }>`
    select method, count(*) filter (where to_state = 'paid') as succeeded,
      count(*) filter (where to_state = 'pending') as failed
    from order_events
    where created_at >= ${from} and created_at < ${until} and ${isOutcome}
    group by method order by 2 desc, method`
}

/** Codes of attempts that failed, the most frequent first. */
export function countReasons(
  sql: Query,
  { from, until }: Period,
): Promise<{ code: string; count: number }[]> {
  return sql<{ code: string; count: number }>`
    select reason as code, count(*) as count
    from order_events
    where created_at >= ${from} and created_at < ${until} and ${isFailure}
    group by reason order by 2 desc, reason`
}
