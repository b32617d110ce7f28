import * as z from 'zod/mini'
import {
  authenticatorCode,
  opaqueTicket,
  recoveryCodes,
  shortName,
  webAuthnJson,
} from '#contract/account/second-factor-fields.ts'
import { email, passwordDigest } from '#contract/fields.ts'
import { consoleCall } from '../console-call.ts'
import { ROLES } from './roles.ts'
import { newCodeSecret, signedInOperator, time, webAuthnOptions } from '../shapes.ts'

/** Field rules of the console's forms; operators see their messages. */

/** The token of a mailed or printed link. */
const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, '链接不完整，请重新复制整条链接'))

const token = { token: linkToken }
/** The e-mail counts only where the invitation has none, as the first owner's. */
const person = { ...token, email, name: shortName('姓名') }
const accepted = () => z.object({ operator: signedInOperator, recoveryCodes })

/** What the link `/invitation#token` invites to. Answers LINK_EXPIRED for an unknown, used or old one. */
export const readInvitation = consoleCall({
  method: 'POST',
  path: '/api/console/invitation',
  access: 'anyone',
  input: () => z.object(token),
  output: () =>
    z.object({
      /** Null: the first owner, who types it. */
      email: z.nullable(z.string()),
      name: z.string(),
      role: z.enum(ROLES),
      expiresAt: time,
    }),
})

export const beginInvitedPasskey = consoleCall({
  method: 'POST',
  path: '/api/console/invitation/passkey/begin',
  access: 'anyone',
  input: () => z.object(person),
  output: () => webAuthnOptions,
})

/** Creates the operator with this passkey and signs in. */
export const acceptWithPasskey = consoleCall({
  method: 'POST',
  path: '/api/console/invitation/passkey',
  access: 'anyone',
  input: () => z.object({ ...person, passkeyName: shortName('名称'), response: webAuthnJson }),
  output: accepted,
})

export const beginInvitedCode = consoleCall({
  method: 'POST',
  path: '/api/console/invitation/code/begin',
  access: 'anyone',
  input: () => z.object(person),
  output: () => newCodeSecret,
})

/** Creates the operator with password and authenticator and signs in. */
export const acceptWithCode = consoleCall({
  method: 'POST',
  path: '/api/console/invitation/code',
  access: 'anyone',
  input: () =>
    z.object({
      ...person,
      password: passwordDigest,
      code: authenticatorCode,
      ticket: opaqueTicket,
    }),
  output: accepted,
})
