import type { Query } from '../../db/sql.ts'

/** The mark of the key that this database knows; the first one that asks becomes it. */
export async function knownMark(sql: Query, mark: string): Promise<string> {
  await sql`insert into secret_key_mark (mark) values (${mark}) on conflict do nothing`
  const [known] = await sql<{ mark: string }>`select mark from secret_key_mark`
  return known!.mark
}

/** From now on this is the key; returns whether the database knew another one before. */
export async function replaceMark(sql: Query, mark: string): Promise<boolean> {
  const replaced = await sql`
    update secret_key_mark set mark = ${mark}, set_at = now() where mark <> ${mark} returning 1`
  return replaced.length === 1
}
