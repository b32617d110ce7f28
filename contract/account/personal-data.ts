import * as z from 'zod/mini'
import { credit, device, loginEvent } from './account-shapes.ts'
import { spendingHistory } from '../applications/spending-history.ts'
import { endpoint } from '../endpoint.ts'
import { knownPassword } from '../fields.ts'
import { invoice, savedTitle } from '../invoices/invoice-shapes.ts'
import { secondFactor } from './second-factor-fields.ts'
import { refundRequest } from '../recharge/refund-request.ts'
import { creditEntry, order, user } from '../shapes.ts'

/** What a user may take along, and the end of an account. Only the profile page loads this file. */

const time = z.iso.datetime()

/** All stored data of the user, newest first; requires a login at most 15 minutes old. */
export const exportData = endpoint({
  method: 'GET',
  path: '/clients/web/auth/export',
  session: 'required',
  input: () => z.object({}),
  output: () =>
    z.object({
      exportedAt: time,
      user,
      credit,
      sessions: z.array(device),
      logins: z.array(loginEvent),
      /** Passkeys by name, whether an authenticator is set, and how many recovery codes are left. */
      secondFactor: secondFactor(),
      orders: z.array(order),
      creditEntries: z.array(creditEntry),
      ...spendingHistory,
      /** Changes of e-mail whose link in the old mailbox still works, newest first. */
      emailChanges: z.array(z.object({ oldEmail: z.string(), changedAt: time })),
      /**
       * What operators did about the account, its orders and invoices, newest first. `note`: the reason that they
       * wrote down; null: none, or how somebody's identity was verified, which would help an impostor.
       */
      operatorActions: z.array(
        z.object({ action: z.string(), note: z.nullable(z.string()), startedAt: time }),
      ),
      /** Notices of the account center that the user has seen, and dismissed. */
      notices: z.array(
        z.object({ title: z.string(), seenAt: time, dismissedAt: z.nullable(time) }),
      ),
      /** Refunds that the user asked for, newest first. */
      refundRequests: z.array(z.extend(refundRequest(), { orderNo: z.string() })),
      invoices: z.array(invoice),
      invoiceTitles: z.array(savedTitle),
      /** Mails about low and ending credit: threshold and days; null: none. */
      reminders: z.object({ lowCredit: z.nullable(z.int()), expiringDays: z.nullable(z.int()) }),
      /** How many older rows are left out. */
      omitted: z.object({
        orders: z.int(),
        creditEntries: z.int(),
        holds: z.int(),
        charges: z.int(),
      }),
    }),
})

/** Ends every session at once and closes the account in 7 days; a login before then cancels the closing. */
export const closeAccount = endpoint({
  method: 'POST',
  path: '/clients/web/auth/close',
  session: 'required',
  input: () => z.object({ password: knownPassword }),
  output: () => z.object({ closesAt: time }),
})
