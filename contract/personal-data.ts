import * as z from 'zod/mini'
import { spendingHistory } from './applications/spending-history.ts'
import { endpoint } from './endpoint.ts'
import { credit, creditEntry, device, loginEvent, order, user } from './shapes.ts'

/** What a user may take along. Only the profile page loads this file. */

const time = z.iso.datetime()

/** All stored data of the user, newest first; requires a login at most 15 minutes old. */
export const exportData = endpoint({
  method: 'GET',
  path: '/clients/web/auth/export',
  session: 'required',
  input: () => z.strictObject({}),
  output: () =>
    z.object({
      exportedAt: time,
      user,
      credit,
      sessions: z.array(device),
      logins: z.array(loginEvent),
      orders: z.array(order),
      creditEntries: z.array(creditEntry),
      ...spendingHistory,
      /** Changes of e-mail that were asked for because the mailbox was lost, newest first. */
      emailRecoveries: z.array(
        z.object({
          oldEmail: z.string(),
          newEmail: z.string(),
          state: z.enum(['waiting', 'done', 'stopped', 'failed']),
          createdAt: time,
          dueAt: time,
          endedAt: z.nullable(time),
        }),
      ),
      /** Mails about low and ending credit: threshold and days; null: none. */
      reminders: z.object({ lowCredit: z.nullable(z.int()), expiringDays: z.nullable(z.int()) }),
      /** Notices of the account center that the user has seen, and dismissed. */
      notices: z.array(
        z.object({ title: z.string(), seenAt: time, dismissedAt: z.nullable(time) }),
      ),
      /** How many older rows are left out. */
      omitted: z.object({
        orders: z.int(),
        creditEntries: z.int(),
        holds: z.int(),
        charges: z.int(),
      }),
    }),
})
