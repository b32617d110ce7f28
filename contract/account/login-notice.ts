import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { linkToken } from '../fields.ts'

/** Mails about logins on new devices and new passwords. The browser loads this file late. */

/**
 * The owner says that it was somebody else, by the link in the mail about it; works without a login. Ends every
 * session, stops the password and mails a link for a new one. TOKEN_EXPIRED after seven days, a use or a reset.
 */
export const refuseLogin = endpoint({
  method: 'POST',
  path: '/clients/web/auth/login/refuse',
  session: 'optional',
  input: () => z.object({ token: linkToken }),
  output: () =>
    z.object({
      /** Where the link for a new password was sent, masked; null: nowhere, the account's address has changed since. */
      mailedTo: z.nullable(z.string()),
    }),
})
