import type * as calls from '#contract/account/email-recovery.ts'
import type { Answers } from './answer.ts'

const DAY_MS = 24 * 60 * 60_000

export const emailRecoveryAnswers: Answers<typeof calls> = {
  readEmailRecovery: () => ({ recovery: null }),
  stopEmailRecovery: () => null,
  confirmEmailRecovery: () => ({ dueAt: new Date(Date.now() + 3 * DAY_MS).toISOString() }),
}
