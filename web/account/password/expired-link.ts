import { CallError } from '../../lib/call/classify-failure.ts'

/** True when the server refused a mailed link as used, expired, replaced by a newer one, or incomplete. */
export function isExpiredLinkError(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'TOKEN_EXPIRED' || 'token' in error.fields)
}
