import type { Query } from '../../db/sql.ts'
import type { OwnedPasskey } from '../../second-factor/factors.store.ts'

/** Of an operator who may sign in. */
export async function findPasskey(sql: Query, id: string): Promise<OwnedPasskey | null> {
  const [row] = await sql<OwnedPasskey>`
    select p.id, p.operator_id as "ownerId", p.name, p.public_key as "publicKey", p.counter, p.transports,
      p.is_synced as "isSynced", p.created_at as "createdAt", p.last_used_at as "lastUsedAt"
    from operator_passkeys p join operators o on o.id = p.operator_id
    where p.id = ${id} and o.disabled_at is null`
  return row ?? null
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
