import type * as apiKeys from '#contract/account/api-keys.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { toast } from '../../lib/toast.ts'

type Revocation = typeof apiKeys.revokeApiKey | typeof apiKeys.revokeGrant

/** Revokes an API key or a grant; one that was revoked meanwhile counts as success. Reports a failure by a toast. */
export async function revoke(revocation: Revocation, id: string): Promise<void> {
  try {
    await call(revocation, { id }, { isQuiet: true })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'NOT_FOUND') return
    if (!error.isShown) toast(error.message, 'bad')
    throw error
  }
}
