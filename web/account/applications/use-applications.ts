import * as apiKeys from '#contract/account/api-keys.ts'
import type { CustomerKey } from '#contract/account/api-keys.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '../../lib/call/call.ts'
import { type Load, useLoad } from '../../ui/feedback/loaded.tsx'
import { CallError } from '../../lib/call/classify-failure.ts'
import { toast } from '../../lib/toast.ts'

/** An application that may spend the user's credit. */
export type UsableApplication = OutputOf<typeof apiKeys.applicationList>['list'][number]

export interface Applications {
  applications: readonly UsableApplication[]
  keys: readonly CustomerKey[]
}

/** The applications and the API keys together: a grant that is revoked takes its keys along. */
export function useApplications(): Load<Applications> {
  return useLoad('applications', async (signal) => {
    const options = { signal, isQuiet: true }
    const [{ list: applications }, { list: keys }] = await Promise.all([
      call(apiKeys.applicationList, {}, options),
      call(apiKeys.apiKeyList, {}, options),
    ])
    return { applications, keys }
  })
}

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
