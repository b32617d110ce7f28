import * as apiKeys from '#contract/account/api-keys.ts'
import type { CustomerKey } from '#contract/account/api-keys.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '../../lib/call/call.ts'
import { type Load, useLoad } from '../../ui/feedback/use-load.ts'

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
