import type * as emailRecovery from '#contract/account/email-recovery.ts'
import type { Deps } from '../../deps.ts'
import { maskedEmail } from '../../http/cookies.ts'
import type { Handlers } from '../../http/serve.ts'
import { findWaiting } from './email-recoveries.store.ts'
import { confirmByLink, stopByLink } from './follow-link.ts'

export function emailRecoveryHandlers(deps: Deps): Handlers<typeof emailRecovery> {
  return {
    async readEmailRecovery({ session }) {
      const recovery = await findWaiting(deps.sql, session.userId)
      if (recovery === null) return { recovery: null }
      const { newEmail, dueAt, removesSecondFactor } = recovery
      return {
        recovery: {
          newEmail: newEmail && maskedEmail(newEmail),
          removesSecondFactor,
          dueAt: dueAt.toISOString(),
        },
      }
    },
    async stopEmailRecovery({ input, request }) {
      await stopByLink(deps, input.token, request.ip)
      return null
    },
    async confirmEmailRecovery({ input, request }) {
      const dueAt = await confirmByLink(deps, input.token, request.ip)
      return { dueAt: dueAt.toISOString() }
    },
  }
}
