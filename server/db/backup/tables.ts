import type { Client } from 'pg'

export interface Table {
  name: string
  /** Stored columns; generated ones are left out. */
  columns: readonly string[]
}

/** Not copied, because migrations fill it. */
const MIGRATIONS_TABLE = 'schema_migrations'

interface ReferencingTable extends Table {
  refersTo: string[]
}

/** The shop's tables, each after those that it references, so that they can be filled in this order. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<ReferencingTable>(
    `select relation.relname::text as name,
       array(select attname::text from pg_attribute
             where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = ''
             order by attnum) as columns,
       array(select other.relname::text from pg_constraint key
             join pg_class other on other.oid = key.confrelid
             where key.conrelid = relation.oid and key.contype = 'f'
               and key.confrelid <> key.conrelid) as "refersTo"
     from pg_class relation
     where relation.relkind = 'r' and relation.relnamespace = current_schema()::regnamespace
       and relation.relname <> $1
     order by relation.relname`,
    [MIGRATIONS_TABLE],
  )
  return sortByReferences(rows)
}

function sortByReferences(tables: readonly ReferencingTable[]): Table[] {
  const ordered: Table[] = []
  let waiting = tables
  while (waiting.length > 0) {
    const stillWaiting = waiting.filter(({ refersTo }) =>
      refersTo.some((other) => waiting.some(({ name }) => name === other)),
    )
    if (stillWaiting.length === waiting.length) {
      throw new Error(`tables refer to each other: ${waiting.map(({ name }) => name).join(', ')}`)
    }
    for (const { name, columns } of waiting) {
      if (!stillWaiting.some((other) => other.name === name)) ordered.push({ name, columns })
    }
    waiting = stillWaiting
  }
  return ordered
}

/** `"users" ("id", "email")` */
export function quoteTable({ name, columns }: Table): string {
  return `${quoteName(name)} (${columns.map(quoteName).join(', ')})`
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
