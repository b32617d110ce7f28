import { DatabaseError } from 'pg'

/** The database cannot serve now (down, shutting down, full, too slow): the same call may succeed later. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  constructor(cause: unknown) {
    super(`database unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

/** The database did not say how the commit ended: the work may have been done, or not. */
export class CommitUnanswered extends DatabaseUnavailable {
  override name = 'CommitUnanswered'
}

/** A text that PostgreSQL cannot hold: it contains a NUL or half of a surrogate pair. */
export class UnstorableText extends Error {
  override name = 'UnstorableText'
  constructor() {
    super('text with a NUL or a lone surrogate')
  }
}

/** Whether a statement violated the named unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return violates(error, '23505', constraint)
}

/** Whether a statement violated the named foreign key. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  return violates(error, '23503', constraint)
}

/** Whether a statement violated the named check, or a trigger that raises as one. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  return violates(error, '23514', constraint)
}

function violates(error: unknown, code: string, constraint: string): boolean {
  return error instanceof DatabaseError && error.code === code && error.constraint === constraint
}

/**
 * Whether the same work may be retried at once: a serialization failure, a deadlock, or a prepared statement from
 * before a migration. Nothing was written.
 */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  return error.code === '40001' || error.code === '40P01' || isStalePlan(error)
}

/** Whether the database's disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53100'
}

/** Whether the connection can run another statement after this error. */
export function leavesConnectionUsable(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return error.severity === 'ERROR' && !isStalePlan(error) && error.code !== READ_ONLY
  }
  return !isConnectionFailure(error)
}

/** Whether the database refused a commit: it rolled back. Any other error leaves open what happened. */
export function isRefusedCommit(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR'
}

/** Turns an error of the driver into DatabaseUnavailable, when a later attempt may succeed, or UnstorableText; returns others unchanged. */
export function classifyDriverError(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    if (UNSTORABLE.has(error.code ?? '')) return new UnstorableText()
    return UNAVAILABLE.test(error.code ?? '') ? new DatabaseUnavailable(error) : error
  }
  return isConnectionFailure(error) ? new DatabaseUnavailable(error) : error
}

/** The server is a standby or a demoted primary; a new connection finds the primary. */
const READ_ONLY = '25006'

/** Invalid bytes for the encoding, and escapes such as \u0000 that jsonb refuses. */
const UNSTORABLE = new Set(['22021', '22P05'])

/**
 * Connection lost, no resources left, files that cannot be read, shut down, cancelled by a time-out, lock
 * not granted, idle too long.
 */
const UNAVAILABLE = /^(08...|53...|58...|57P0.|57014|55P03|25P0[34]|25006)$/

function isStalePlan(error: DatabaseError): boolean {
  return error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/** Messages of pg's connection errors, which have no class or code. */
const LOST_CONNECTION = /^(Query read timeout|Connection terminated|Client (has|was) )/

/** Complete codes, because errors of the shop such as EMAIL_TAKEN also begin with E. */
const NETWORK_CODE =
  /^E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|(HOST|NET)(UNREACH|DOWN)|ADDRNOTAVAIL|ACCES|MFILE|NFILE|PROTO)$/

function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return LOST_CONNECTION.test(error.message) || NETWORK_CODE.test(code)
}
