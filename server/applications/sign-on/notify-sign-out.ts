import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { attemptsWithin } from '../../jobs/retry-schedule.ts'
import type { JobKind } from '../../jobs/worker.ts'
import { findNoticeReceiver } from './applications.store.ts'
import type { OpenProvider } from './open-provider.ts'

/** The trigger of `sign_ons` writes jobs of this kind. */
const NOTICE_KIND = 'sign-out-notice'
const ATTEMPTS = attemptsWithin(24 * 60 * 60 * 1000)

const payloadSchema = z.object({ application: z.string(), user: z.string(), sid: z.string() })

/** Tells applications by the back channel that a session has ended, and tries again for a day. */
export function signOutNotices(
  { sql }: Pick<Deps, 'sql'>,
  openProvider: OpenProvider,
): Record<string, JobKind> {
  return {
    [NOTICE_KIND]: {
      attempts: ATTEMPTS,
      async run(payload) {
        const { application, user, sid } = payloadSchema.parse(payload)
        const clientId = await findNoticeReceiver(sql, application)
        if (clientId === null) return
        const provider = await openProvider()
        await provider?.notifySignOut({ clientId, userId: user, sid })
      },
    },
  }
}
