import type * as reminders from '#contract/account/reminders.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/serve.ts'
import { findReminders, storeReminders } from './reminders.store.ts'

/** Binds the calls about reminder mails to the store. */
export function reminderHandlers({ sql }: Pick<Deps, 'sql'>): Handlers<typeof reminders> {
  return {
    readReminders: ({ session }) => findReminders(sql, session.userId),
    saveReminders: ({ input, session }) =>
      sql.begin((tx) => storeReminders(tx, session.userId, input)),
  }
}
