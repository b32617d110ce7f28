import { CallError } from '../../lib/call/failure.ts'

/** A mailed link was refused: used, too old, replaced by a newer one, or cut off on its way. */
export function isExpiredLinkError(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'TOKEN_EXPIRED' || 'token' in error.fields)
}
