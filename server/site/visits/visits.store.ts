import type { Query } from '../../db/sql.ts'

/** Adds visits to a day; `sources` and `visits` go in pairs, '' for no source. */
export async function addVisits(
  sql: Query,
  {
    day,
    sources,
    visits,
    mostNew,
  }: { day: string; sources: string[]; visits: number[]; mostNew: number },
): Promise<void> {
  await sql`select count_visits(${day}::date, ${sources}::text[], ${visits}::bigint[], ${mostNew})`
}
