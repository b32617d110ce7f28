import { type Fragment, fragment, type Query } from '../../db/sql.ts'
import type { KeyPurpose } from '../../http/keys.ts'

/** A column whose values are encrypted under SECRET_KEY. */
interface SealedColumn {
  table: Fragment
  column: Fragment
  purpose: KeyPurpose
}

export const SEALED: readonly SealedColumn[] = [
  {
    table: fragment`applications`,
    column: fragment`webhook_secret`,
    purpose: 'application-webhook',
  },
  { table: fragment`sign_on_keys`, column: fragment`private_key`, purpose: 'sign-on-key' },
  { table: fragment`operators`, column: fragment`code_secret`, purpose: 'console-code' },
  { table: fragment`push_channels`, column: fragment`target`, purpose: 'push-target' },
]

export interface Sealed {
  id: string
  sealed: Uint8Array
}

export function listSealed(sql: Query, { table, column }: SealedColumn): Promise<Sealed[]> {
  return sql<Sealed>`
    select id::text as id, ${column} as sealed from ${table} where ${column} is not null order by id`
}

/** False when the value has changed meanwhile: who changed it wrote it under the key in force. */
export async function replaceSealed(
  sql: Query,
  { table, column }: SealedColumn,
  { id, sealed, renewed }: Sealed & { renewed: Uint8Array },
): Promise<boolean> {
  const replaced = await sql`
    update ${table} set ${column} = ${renewed}
    where id::text = ${id} and ${column} = ${sealed} returning 1`
  return replaced.length === 1
}
