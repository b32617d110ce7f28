import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { linkToken } from '../fields.ts'

/**
 * What operators began for a user who lost the mailbox, the second factor or both. The browser loads this file late.
 */

const time = () => z.iso.datetime()

/** What waits for the user who is logged in. */
export const readEmailRecovery = endpoint({
  method: 'GET',
  path: '/clients/web/auth/email-recovery',
  session: 'required',
  input: () => z.object({}),
  output: () =>
    z.object({
      /** Null: none waits. */
      recovery: z.nullable(
        z.object({
          /** Masked; null: the address stays. */
          newEmail: z.nullable(z.string()),
          removesSecondFactor: z.boolean(),
          dueAt: time(),
        }),
      ),
    }),
})

/**
 * Stops it by the link in the present mailbox. Works without a login, and no login stops it: a stolen session must not
 * hinder a recovery. A second time changes nothing; TOKEN_EXPIRED once it was carried out.
 */
export const stopEmailRecovery = endpoint({
  method: 'POST',
  path: '/clients/web/auth/email-recovery/stop',
  session: 'optional',
  input: () => z.object({ token: linkToken }),
  output: () => z.null(),
})

/** Confirms the new mailbox, without which the change is not made. Answers when it is due, or TOKEN_EXPIRED. */
export const confirmEmailRecovery = endpoint({
  method: 'POST',
  path: '/clients/web/auth/email-recovery/confirm',
  session: 'optional',
  input: () => z.object({ token: linkToken }),
  output: () => z.object({ dueAt: time() }),
})
