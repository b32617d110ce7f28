import type { Query } from '../../../db/sql.ts'

/** Returns the mark of the key that this database knows; a new database stores this one. */
export async function claimSecretMark(sql: Query, mark: string): Promise<string> {
  await sql`insert into secret_key_mark (mark) values (${mark}) on conflict do nothing`
  const [known] = await sql<{ mark: string }>`select mark from secret_key_mark`
  return known!.mark
}

/** Stores the mark; returns whether the database had another one before. */
export async function replaceSecretMark(sql: Query, mark: string): Promise<boolean> {
  const replaced = await sql`
    update secret_key_mark set mark = ${mark}, set_at = now() where mark <> ${mark} returning 1`
  return replaced.length === 1
}
