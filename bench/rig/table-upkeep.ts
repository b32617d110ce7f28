import type { Client } from 'pg'

/**
 * Drops the indexes, keys and foreign keys of tables, which slow down inserts, and returns the statements that
 * create them again. Rows that exist then are not checked by the foreign keys.
 */
export async function dropIndexesAndForeignKeys(
  client: Client,
  tables: readonly string[],
): Promise<string[]> {
  const restored: string[] = []
  for (const types of [['f'], ['p', 'u']]) {
    const { rows } = await client.query<{ name: string; table: string; definition: string }>(
      `select quote_ident(conname) as name, conrelid::regclass::text as "table",
         pg_get_constraintdef(oid) as definition
       from pg_constraint
       where contype::text = any($1) and conparentid = 0
         and (conrelid = any($2::regclass[]) or contype = 'f' and confrelid = any($2::regclass[]))`,
      [types, tables],
    )
    for (const { name, table, definition } of rows) {
      await client.query(`alter table ${table} drop constraint ${name}`)
      const check = types.includes('f') ? ' not valid' : ''
      restored.unshift(`alter table ${table} add constraint ${name} ${definition}${check}`)
    }
  }
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::regclass[])`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return [...rows.map(({ definition }) => definition), ...restored]
}
