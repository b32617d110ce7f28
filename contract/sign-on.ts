import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The application for which a customer logs in. The login page alone loads this file. */

/** The id of a step, which only the browser knows that is in it. */
const STEP_ID = /^[\w-]{43}$/

export const waitingSignOn = endpoint({
  method: 'GET',
  path: '/clients/web/auth/sign-on/:id',
  session: 'optional',
  input: () => z.object({ id: z.string().check(z.regex(STEP_ID)) }),
  output: () =>
    z.object({
      applicationName: z.string(),
      /** The application asks for the password, though the customer is logged in. */
      needsPassword: z.boolean(),
    }),
})
