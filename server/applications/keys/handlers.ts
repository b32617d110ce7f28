import type * as apiKeys from '#contract/account/api-keys.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/serve.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'
import { listApplications, revokeGrant } from './grants.ts'

/** Binds each call about a customer's keys and applications to its use case. Keep it a table: no logic here. */
export function apiKeyHandlers(deps: Deps): Handlers<typeof apiKeys> {
  return {
    apiKeyList: ({ session }) => listApiKeys(deps, session.userId),
    createApiKey: ({ input, session, request }) => createApiKey(deps, session, input, request),
    revokeApiKey: ({ input, session }) => revokeApiKey(deps, session.userId, input.id),
    applicationList: ({ session }) => listApplications(deps, session.userId),
    revokeGrant: ({ input, session }) => revokeGrant(deps, session.userId, input.id),
  }
}
