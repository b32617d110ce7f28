import { json, type Query } from '../../db/sql.ts'

/** Who spends whose credit, and the idempotency key of the call. */
export interface SpendRequest {
  userId: string
  application: { id: string; isFirstParty: boolean }
  /** Serves once for the user and the application. */
  key: string
  /** SHA-256 of the call and its body: another request with the same key is refused. */
  hash: Uint8Array
}

/** What a function of the database decided, under the lock of the account. */
export interface SpendOutcome {
  outcome:
    | 'done'
    | 'repeat'
    | 'key_reused'
    | 'not_found'
    | 'closed'
    | 'blocked'
    | 'key_limit'
    | 'short'
    | 'held'
    | 'expire_first'
    | 'hold_ended'
    | 'large'
  /** The hold or charge that the call made or has made before. */
  object: string | null
  /** After the call; null for a user who is not there. */
  balance: number | null
  held: number | null
  /** When the next open hold ends, if the credit is held by holds. */
  retryAt: Date | null
}

/** With the part of the charge that no lot could pay. */
export interface ChargeOutcome extends SpendOutcome {
  owed: number | null
}

/** With the hold that a call has just captured or released. */
export interface CaptureOutcome extends ChargeOutcome {
  holdState: 'captured' | 'released'
  holdAmount: number
  holdReason: string
  apiKeyId: string | null
  createdAt: Date
  expiresAt: Date
}

/** What a hold or charge asks for. */
export interface SpendTerms {
  id: string
  amount: number
  reason: string
  /** The customer's API key behind it. */
  apiKeyId: string | null
}

export interface Measured {
  id: string
  amount: number
  /** Null: that of the hold. */
  reason: string | null
  usage: Usage | null
}

/** What a charge was for, as the application measured it. */
export type Usage = Record<string, string | number>

export async function hold(
  sql: Query,
  { userId, application, key, hash }: SpendRequest,
  { id, amount, reason, apiKeyId }: SpendTerms,
  { at, timeZone, expiresAt }: { at: Date; timeZone: string; expiresAt: Date },
): Promise<SpendOutcome> {
  const [row] = await sql<SpendOutcome>`
    select outcome, object, balance, held, retry_at as "retryAt"
    from credit_hold(${userId}, ${id}, ${application.id}, ${application.isFirstParty}, ${amount}, ${reason},
      ${apiKeyId}, ${expiresAt}, ${key}, ${hash}, ${timeZone}, ${at})`
  return row!
}

export async function charge(
  sql: Query,
  { userId, application, key, hash }: SpendRequest,
  { id, amount, reason, apiKeyId, usage }: SpendTerms & { usage: Usage | null },
  { at, timeZone }: { at: Date; timeZone: string },
): Promise<ChargeOutcome> {
  const [row] = await sql<ChargeOutcome>`
    select outcome, object, balance, held, owed, retry_at as "retryAt"
    from credit_charge(${userId}, ${id}, ${application.id}, ${application.isFirstParty}, ${amount}, ${reason},
      ${usage && json(usage)}, ${apiKeyId}, ${key}, ${hash}, ${timeZone}, ${at})`
  return row!
}

export async function capture(
  sql: Query,
  { userId, application, key, hash }: SpendRequest,
  holdId: string,
  { id, amount, reason, usage }: Measured,
  { at, timeZone, mayBeLarge }: { at: Date; timeZone: string; mayBeLarge: boolean },
): Promise<CaptureOutcome> {
  const [row] = await sql<CaptureOutcome>`
    select outcome, object, balance, held, owed, null::timestamptz as "retryAt",
      hold_state as "holdState", hold_amount as "holdAmount", hold_reason as "holdReason",
      hold_api_key as "apiKeyId", hold_created_at as "createdAt", hold_expires_at as "expiresAt"
    from credit_capture(${userId}, ${id}, ${application.id}, ${holdId}, ${amount}, ${reason},
      ${usage && json(usage)}, ${mayBeLarge}, ${key}, ${hash}, ${timeZone}, ${at})`
  return row!
}

export async function release(
  sql: Query,
  { userId, application, key, hash }: SpendRequest,
  holdId: string,
  at: Date,
): Promise<SpendOutcome> {
  const [row] = await sql<SpendOutcome>`
    select outcome, object, balance, held, null::timestamptz as "retryAt"
    from credit_release(${userId}, ${application.id}, ${holdId}, ${key}, ${hash}, ${at})`
  return row!
}

export async function extend(
  sql: Query,
  { userId, application, key, hash }: SpendRequest,
  holdId: string,
  { at, expiresAt }: { at: Date; expiresAt: Date },
): Promise<SpendOutcome> {
  const [row] = await sql<SpendOutcome>`
    select outcome, object, balance, held, null::timestamptz as "retryAt"
    from credit_extend(${userId}, ${application.id}, ${holdId}, ${expiresAt}, ${key}, ${hash}, ${at})`
  return row!
}
