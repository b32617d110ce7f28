import type { Query } from '../../db/sql.ts'

export interface StoredSigningKey {
  id: string
  /** Encrypted. */
  privateKey: Uint8Array
  createdAt: Date
}

/** All keys, newest first. */
export function listSigningKeys(sql: Query): Promise<StoredSigningKey[]> {
  return sql<StoredSigningKey>`
    select id, private_key as "privateKey", created_at as "createdAt"
    from sign_on_keys order by created_at desc, id desc`
}

/** Has nodes that change the keys take turns until the transaction ends. */
export async function lockSigningKeys(tx: Query): Promise<void> {
  await tx`lock table sign_on_keys in share row exclusive mode`
}

export async function insertSigningKey(tx: Query, key: StoredSigningKey): Promise<void> {
  await tx`
    insert into sign_on_keys (id, private_key, created_at)
    values (${key.id}, ${key.privateKey}, ${key.createdAt})`
}

/** Deletes the keys whose successor was made before the time; returns how many. */
export async function deleteSucceededKeys(tx: Query, before: Date): Promise<number> {
  const rows = await tx`
    delete from sign_on_keys old where exists (
      select from sign_on_keys newer
      where newer.created_at > old.created_at and newer.created_at < ${before})
    returning 1`
  return rows.length
}

/** Deletes every key but this one; returns how many. */
export async function deleteOtherKeys(tx: Query, kept: string): Promise<number> {
  const rows = await tx`delete from sign_on_keys where id <> ${kept} returning 1`
  return rows.length
}
