import type { Query } from '../../db/sql.ts'

export interface Counter {
  key: string
  points: number
  /** When it begins again with zero, in milliseconds since 1970. */
  expire: number
}

export interface Addition {
  key: string
  /** How long a counter lasts that begins with this addition, in milliseconds. */
  lastsMs: number
  /** A counter that has reached it is full. */
  atMost: number
}

// synchronous_commit is off: a crash of the database may set a counter back by half a second, and a login
// would mostly wait for its counters. Rows are locked in the order of their keys, so that statements do not
// deadlock, and each is found by its key: a join planned on a small table scans all of it until ANALYZE.

/**
 * Adds one to each counter unless one of them is full, and returns those that it was added to: only some
 * when one becomes full at the same moment. Full counters are looked for first, so that a flood on one full
 * counter does not fill the others.
 */
export function addToCounters(
  sql: Query,
  additions: readonly Addition[],
  now: number,
): Promise<Counter[]> {
  return sql<Counter>`
    with asked as (
      select * from unnest(
        ${additions.map(({ key }) => key)}::text[],
        ${additions.map(({ lastsMs }) => now + lastsMs)}::bigint[],
        ${additions.map(({ atMost }) => atMost)}::int[]) as asked (key, expire, at_most)),
    counted as (
      insert into rate_limits as held (key, points, expire)
      select key, 1, expire from asked
      where not exists (
        select from asked where at_most <= (
          select points from rate_limits as held where held.key = asked.key and held.expire > ${now}))
      order by key
      on conflict (key) do update set
        points = case when held.expire <= ${now} then 1 else held.points + 1 end,
        expire = case when held.expire <= ${now} then excluded.expire else held.expire end
      where held.expire <= ${now}
        or held.points < (select at_most from asked where asked.key = excluded.key)
      returning key, points, expire)
    select counted.* from (select set_config('synchronous_commit', 'off', true)) as unhurried
    cross join counted`
}

/** Subtracts one from each counter of `release` and deletes those of `reset`; one that reaches zero is deleted. */
export async function subtractFromCounters(
  sql: Query,
  { release, reset }: { release: readonly string[]; reset: readonly string[] },
): Promise<void> {
  await sql`
    select release_counters(${release}::text[], ${reset}::text[])
    from (select set_config('synchronous_commit', 'off', true)) as unhurried`
}

export function readCounters(sql: Query, keys: readonly string[], now: number): Promise<Counter[]> {
  return sql<Counter>`
    select key, points, expire from rate_limits where key = any(${keys}) and expire > ${now}`
}
