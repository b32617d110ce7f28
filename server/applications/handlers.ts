import type * as apiKeys from '#contract/account/api-keys.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/serve.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './keys/api-keys.ts'
import { listApplications, revokeGrant } from './keys/grants.ts'
import type * as usage from '#contract/credit/usage.ts'
import { listRecords } from './usage/list-records.ts'
import { summarizeUsage } from './usage/summarize-usage.ts'
import { sendUsageCsv } from './usage/write-csv.ts'
import type * as signOn from '#contract/sign-on.ts'
import { AppError } from '../http/app-error.ts'
import { findSignOnApplication } from './sign-on/applications.store.ts'
import { findRecord } from './sign-on/records.store.ts'
import { type Interaction, needsPassword, toStep } from './sign-on/step.ts'

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

/** Binds each call about usage to its use case. Keep it a table: no logic here. */
export function usageHandlers(deps: Deps): Handlers<typeof usage> {
  return {
    usageSummary: ({ input, session }) => summarizeUsage(deps, session.userId, input),
    usageRecords: ({ input, session }) => listRecords(deps, session.userId, input),
    usageCsv: ({ input, session, reply }) => sendUsageCsv(deps, session.userId, input, reply),
  }
}

/** What the login page says about the application that waits; NOT_FOUND once the sign-on has ended. */
export function signOnHandlers({ sql, now }: Pick<Deps, 'sql' | 'now'>): Handlers<typeof signOn> {
  return {
    async waitingSignOn({ input: { id }, session }) {
      const record = await findRecord(sql, { kind: 'Interaction', id }, now())
      if (record === null) throw new AppError('NOT_FOUND')
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the library has stored it
      const step = toStep(id, record.payload as unknown as Interaction)
      const application = await findSignOnApplication(sql, step.clientId)
      if (application === null) throw new AppError('NOT_FOUND')
      return {
        applicationName: application.name,
        needsPassword:
          session !== null &&
          needsPassword(step, session, { isFirstParty: application.isFirstParty, now: now() }),
      }
    },
  }
}
