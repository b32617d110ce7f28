import type { Query } from '#server/db/sql.ts'

/** How many rows each table has. */
export async function countRows(sql: Query): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; count: number }>`
    select tablename as name, (xpath('//count/text()', query_to_xml(
      format('select count(*) as count from %I', tablename), false, true, '')))[1]::text::integer as count
    from pg_tables where schemaname = 'public'`
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Tables that have more rows than before, the most first. */
export function grownTables(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): [name: string, more: number][] {
  return [...after]
    .map(([name, count]): [string, number] => [name, count - (before.get(name) ?? 0)])
    .filter(([, more]) => more > 0)
    .toSorted(([, a], [, b]) => b - a)
}
