import type { Query } from '../db/sql.ts'
import { type Profile, profileColumns } from '../http/sessions/profile.store.ts'

export interface LoginAccount extends Profile {
  passwordHash: string
  isKnownDevice: boolean
  /** A login needs the second factor. */
  hasSecondFactor: boolean
}

/** Stands for “no device” and matches none. With null, PostgreSQL would plan the statement again at each login. */
const NO_DEVICE = Buffer.alloc(0)

/** The account with this address, and whether its owner has logged in on this device before; null when there is none. */
export async function findLoginAccount(
  sql: Query,
  email: string,
  deviceHash: Buffer | null,
): Promise<LoginAccount | null> {
  const [row] = await sql<LoginAccount>`
    select ${profileColumns}, u.password_hash as "passwordHash",
      u.second_factor_since is not null as "hasSecondFactor",
      exists (
        select from known_devices d
        where d.user_id = u.id and d.token_hash = ${deviceHash ?? NO_DEVICE}
      ) as "isKnownDevice"
    from users u where u.email = ${email}`
  return row ?? null
}

/** The same by the account's id; null when the account is closed. */
export async function findLoginAccountById(
  sql: Query,
  userId: string,
  deviceHash: Buffer,
): Promise<LoginAccount | null> {
  const [row] = await sql<LoginAccount>`
    select ${profileColumns}, u.password_hash as "passwordHash",
      u.second_factor_since is not null as "hasSecondFactor",
      exists (
        select from known_devices d where d.user_id = u.id and d.token_hash = ${deviceHash}
      ) as "isKnownDevice"
    from users u where u.id = ${userId} and u.closed_at is null`
  return row ?? null
}

/** The id of the account with this address; null when there is none. */
export async function findUserId(sql: Query, email: string): Promise<string | null> {
  const [row] = await sql<{ id: string }>`select id from users where email = ${email}`
  return row?.id ?? null
}

export async function findPasswordHash(sql: Query, userId: string): Promise<string | null> {
  const [row] = await sql<{ passwordHash: string }>`
    select password_hash as "passwordHash" from users where id = ${userId}`
  return row?.passwordHash ?? null
}

export interface LockedUser {
  email: string
  passwordHash: string
  /** When the account will be closed; null when its owner has not requested it. */
  closingAt: Date | null
  /** Since when the operator blocks the account; null when it is not blocked. */
  blockedAt: Date | null
  /** Since when a login needs the second factor; null: the password alone logs in. */
  secondFactorSince: Date | null
  /** Since when the password logs nobody in, until it is reset; null: it logs in. */
  passwordStoppedAt: Date | null
}

/** Locks the user's row until the transaction ends and returns its current values; null when the account is closed. */
export async function lockUser(tx: Query, userId: string): Promise<LockedUser | null> {
  const [row] = await tx<LockedUser>`
    select email, password_hash as "passwordHash", closing_at as "closingAt", blocked_at as "blockedAt",
      second_factor_since as "secondFactorSince", password_stopped_at as "passwordStoppedAt"
    from users where id = ${userId} and closed_at is null for no key update`
  return row ?? null
}

interface NewUser {
  id: string
  email: string
  passwordHash: string
  nickname: string
  source: string | null
  now: Date
}

/** Returns null when the address already has an account. */
export async function insertUser(
  tx: Query,
  { id, email, passwordHash, nickname, source, now }: NewUser,
): Promise<Profile | null> {
  const [inserted] = await tx<Profile>`
    insert into users as u (id, email, password_hash, nickname, source, email_verified_at, created_at)
    values (${id}, ${email}, ${passwordHash}, ${nickname}, ${source}, ${now}, ${now})
    on conflict on constraint users_email_unique do nothing
    returning ${profileColumns}`
  return inserted ?? null
}

/** Sets an address that the user has just verified; throws the unique violation when another account has it. */
export async function setEmail(
  tx: Query,
  userId: string,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await tx`update users set email = ${email}, email_verified_at = ${now} where id = ${userId}`
}

/** Stores a password that logs in. */
export async function setPasswordHash(
  tx: Query,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await tx`
    update users set password_hash = ${passwordHash}, password_stopped_at = null where id = ${userId}`
}

/** The stored password logs nobody in until a new one is set. */
export async function stopPassword(tx: Query, userId: string, now: Date): Promise<void> {
  await tx`update users set password_stopped_at = ${now} where id = ${userId}`
}

/** Blocks the account, or with null gives it back. */
export async function setBlocked(tx: Query, userId: string, at: Date | null): Promise<void> {
  await tx`update users set blocked_at = ${at} where id = ${userId}`
}
