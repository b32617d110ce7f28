import type * as calls from '#contract/account/reminders.ts'
import type { Reminders } from '#contract/account/reminders.ts'
import type { Answers } from './answer.ts'

let reminders: Reminders = { lowCredit: null, expiringDays: null }

/** The settings last as long as the document. */
export const remindersAnswers: Answers<typeof calls> = {
  readReminders: () => reminders,
  saveReminders(given) {
    reminders = given
    return reminders
  },
}
