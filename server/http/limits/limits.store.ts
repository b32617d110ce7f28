import type { Query } from '../../db/sql.ts'

export interface Counter {
  key: string
  points: number
  /** When it begins anew, in milliseconds since 1970. */
  expire: number
}

export interface Addition {
  key: string
  /** How long a counter that begins with this one lasts, in milliseconds. */
  lastsMs: number
  /** Nothing is added to a counter that has got so far. */
  atMost: number
}

// A counter that a crash of the database may set back by half a second need not wait for its disk, and
// most of what a login would wait for are counters. Everybody sees it at once all the same. Rows are
// taken in the order of their keys, so that two statements never wait for each other, and each by its
// key: a join that is planned while there are few goes through all of them until the table is analysed.

/**
 * Adds one to each counter, unless one of them is full, and returns those that it was added to: some
 * alone where one has become full at this very moment. What is refused is not even counted for a while,
 * or whoever rushes at one full counter would fill the others with it.
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

/** Takes one from each of `giveBack`, and all from each of `clear`; a counter that comes to nothing is deleted. */
export async function takeFromCounters(
  sql: Query,
  { giveBack, clear }: { giveBack: readonly string[]; clear: readonly string[] },
): Promise<void> {
  await sql`
    select release_counters(${[...giveBack]}::text[], ${[...clear]}::text[])
    from (select set_config('synchronous_commit', 'off', true)) as unhurried`
}

export function readCounters(sql: Query, keys: readonly string[], now: number): Promise<Counter[]> {
  return sql<Counter>`
    select key, points, expire from rate_limits where key = any(${keys}) and expire > ${now}`
}
