import type { Query } from '../../db/sql.ts'
import type { ListedPasskey, Passkey } from '../../second-factor/passkeys.ts'

export interface PasskeyRow extends Passkey, ListedPasskey {
  operatorId: string
}

export interface NewPasskey extends Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'> {
  now: Date
}

export function listPasskeys(sql: Query, operatorId: string): Promise<PasskeyRow[]> {
  return sql<PasskeyRow>`
    select id, operator_id as "operatorId", name, public_key as "publicKey", counter, transports,
      is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"
    from operator_passkeys where operator_id = ${operatorId} order by created_at, id`
}

export async function findPasskey(sql: Query, id: string): Promise<PasskeyRow | null> {
  const [row] = await sql<PasskeyRow>`
    select p.id, p.operator_id as "operatorId", p.name, p.public_key as "publicKey", p.counter, p.transports,
      p.is_synced as "isSynced", p.created_at as "createdAt", p.last_used_at as "lastUsedAt"
    from operator_passkeys p join operators o on o.id = p.operator_id
    where p.id = ${id} and o.disabled_at is null`
  return row ?? null
}

/** False when this passkey is known already. */
export async function insertPasskey(
  tx: Query,
  { id, operatorId, name, publicKey, counter, transports, isSynced, now }: NewPasskey,
): Promise<boolean> {
  const rows = await tx<{ id: string }>`
    insert into operator_passkeys (id, operator_id, name, public_key, counter, transports, is_synced, created_at)
    values (${id}, ${operatorId}, ${name}, ${publicKey}, ${counter}, ${transports}, ${isSynced}, ${now})
    on conflict (id) do nothing returning id`
  return rows.length === 1
}

/** Records a use; false when the counter has moved on meanwhile, as it does when two programs use one passkey. */
export async function recordPasskeyUse(
  tx: Query,
  { id, counter, newCounter, now }: { id: string; counter: number; newCounter: number; now: Date },
): Promise<boolean> {
  const rows = await tx<{ id: string }>`
    update operator_passkeys set counter = ${newCounter}, last_used_at = ${now}
    where id = ${id} and counter = ${counter} returning id`
  return rows.length === 1
}

export async function deletePasskey(tx: Query, operatorId: string, id: string): Promise<void> {
  await tx`delete from operator_passkeys where operator_id = ${operatorId} and id = ${id}`
}

/** What a sign-in with a code or a recovery code compares. */
export interface CodeFactor {
  operatorId: string
  email: string
  name: string
  passwordHash: string | null
  /** Encrypted. */
  codeSecret: Buffer | null
  codeStep: number
}

/** Of an operator who may sign in, by e-mail. */
export async function findCodeFactor(sql: Query, email: string): Promise<CodeFactor | null> {
  const [row] = await sql<CodeFactor>`
    select id as "operatorId", email, name, password_hash as "passwordHash",
      code_secret as "codeSecret", code_step as "codeStep"
    from operators where email = ${email} and disabled_at is null`
  return row ?? null
}

/**
 * Records the time step of a code; false when a code of this step or a later one was used, or password and
 * authenticator are no longer those that were compared.
 */
export async function useCodeStep(
  tx: Query,
  {
    operatorId,
    passwordHash,
    codeSecret,
  }: Pick<CodeFactor, 'operatorId' | 'passwordHash' | 'codeSecret'>,
  step: number,
): Promise<boolean> {
  const rows = await tx<{ id: string }>`
    update operators set code_step = ${step}
    where id = ${operatorId} and code_step < ${step}
      and password_hash = ${passwordHash} and code_secret = ${codeSecret}
    returning id`
  return rows.length === 1
}

export async function setCodeFactor(
  tx: Query,
  operatorId: string,
  { passwordHash, codeSecret, step }: { passwordHash: string; codeSecret: Buffer; step: number },
): Promise<void> {
  await tx`
    update operators
    set password_hash = ${passwordHash}, code_secret = ${codeSecret}, code_step = ${step}
    where id = ${operatorId}`
}

/** Replaces the hash of the same password, unless password or operator have changed meanwhile. */
export async function replacePasswordHash(
  sql: Query,
  {
    operatorId,
    passwordHash,
    renewed,
  }: { operatorId: string; passwordHash: string; renewed: string },
): Promise<void> {
  await sql`
    update operators set password_hash = ${renewed}
    where id = ${operatorId} and password_hash = ${passwordHash}`
}

export async function deleteCodeFactor(tx: Query, operatorId: string): Promise<void> {
  await tx`update operators set password_hash = null, code_secret = null where id = ${operatorId}`
}

export async function hasCodeFactor(sql: Query, operatorId: string): Promise<boolean> {
  const [row] = await sql<{ has: boolean }>`
    select code_secret is not null as has from operators where id = ${operatorId}`
  return row?.has ?? false
}

/** How many ways to sign in there are; locks the operator, so that two removals do not take the last one together. */
export async function countFactors(tx: Query, operatorId: string): Promise<number> {
  await tx`select from operators where id = ${operatorId} for update`
  const [row] = await tx<{ factors: number }>`
    select (code_secret is not null)::int
      + (select count(*) from operator_passkeys p where p.operator_id = o.id) as factors
    from operators o where o.id = ${operatorId}`
  return row?.factors ?? 0
}

/** Replaces all recovery codes of the operator. */
export async function replaceRecoveryCodes(
  tx: Query,
  operatorId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx`delete from operator_recovery_codes where operator_id = ${operatorId}`
  for (const hash of hashes) {
    await tx`insert into operator_recovery_codes (code_hash, operator_id) values (${hash}, ${operatorId})`
  }
}

/** Uses a code up; null when the operator does not have it, else how many are left. */
export async function takeRecoveryCode(
  tx: Query,
  operatorId: string,
  hash: Buffer,
): Promise<number | null> {
  const taken = await tx<{ one: number }>`
    delete from operator_recovery_codes
    where code_hash = ${hash} and operator_id = ${operatorId} returning 1 as one`
  return taken.length === 0 ? null : countRecoveryCodes(tx, operatorId)
}

export async function countRecoveryCodes(sql: Query, operatorId: string): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) from operator_recovery_codes where operator_id = ${operatorId}`
  return row!.count
}
