import type * as signOn from '#contract/sign-on.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Handlers } from '../../http/serve.ts'
import { findSignOnApplication } from './applications.store.ts'
import { findRecord } from './records.store.ts'
import { type Interaction, needsPassword, toStep } from './step.ts'

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
