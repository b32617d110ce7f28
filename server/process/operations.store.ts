import type { Query } from '../db/sql.ts'

export async function ping(sql: Query): Promise<void> {
  await sql`select 1`
}

/** Orders that wait for money or for a person, by state; what is over is not counted. */
export function countOpenOrders(sql: Query): Promise<{ state: string; count: number }[]> {
  return sql<{ state: string; count: number }>`
    select state, count(*) as count from orders where open_slot is not null group by state`
}

/** Work that is due or was given up, by kind. */
export function countJobs(sql: Query): Promise<{ kind: string; state: string; count: number }[]> {
  return sql<{ kind: string; state: string; count: number }>`
    select kind, state, count(*) as count from jobs
    where state = 'dead' or (state = 'waiting' and run_at <= now())
    group by kind, state`
}
