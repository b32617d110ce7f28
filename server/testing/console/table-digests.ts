import type { Query } from '../../db/sql.ts'

/** A digest of each table's rows, to tell what has changed; without counters of tries, which count refusals, and of visits, which are written later. */
export async function digestTables(sql: Query): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; digest: string }>`
    select tablename as name, query_to_xml(format(
      'select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '''')) from %I t', tablename
    ), false, true, '')::text as digest
    from pg_tables where schemaname = 'public' and tablename not in ('rate_limits', 'traffic_visits')`
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
