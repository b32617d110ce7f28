import type { Query } from '../../db/sql.ts'

export interface FoundAlert {
  kind: string
  /** The order, intent or day that it is about. */
  subject: string
  facts: Record<string, unknown>
  times: number
  firstAt: Date
  lastAt: Date
}

/** What the operator was called for, the newest first. */
export function searchAlerts(
  sql: Query,
  { since, limit }: { since: Date; limit: number },
): Promise<FoundAlert[]> {
  return sql<FoundAlert>`
    select kind, subject, facts, times, first_at as "firstAt", last_at as "lastAt"
    from alerts where last_at >= ${since} order by last_at desc, kind, subject limit ${limit}`
}
