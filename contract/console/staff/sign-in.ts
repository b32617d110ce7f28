import * as z from 'zod/mini'
import {
  authenticatorCode,
  recoveryCode,
  webAuthnJson,
} from '#contract/account/second-factor-fields.ts'
import { email, knownPassword } from '#contract/fields.ts'
import { consoleCall } from '../console-call.ts'
import { signedInOperator, time, webAuthnOptions } from '../shapes.ts'

const signedIn = () => z.object({ operator: signedInOperator })
const confirmed = () => z.object({ confirmedUntil: time })

export const readConsoleSession = consoleCall({
  method: 'GET',
  path: '/api/console/session',
  access: 'anyone',
  input: () => z.object({}),
  output: () =>
    z.object({
      /** For the header `x-console-csrf` of every POST of this browser. */
      csrf: z.string(),
      operator: z.nullable(signedInOperator),
      /** The session of this browser began at another network address: it counts only there. */
      isElsewhere: z.boolean(),
      /** No operator exists yet: the link of the first one is in the terminal. */
      isNew: z.boolean(),
    }),
})

export const beginPasskeySignIn = consoleCall({
  method: 'POST',
  path: '/api/console/sign-in/passkey/begin',
  access: 'anyone',
  input: () => z.object({}),
  output: () => webAuthnOptions,
})

export const signInWithPasskey = consoleCall({
  method: 'POST',
  path: '/api/console/sign-in/passkey',
  access: 'anyone',
  input: () => z.object({ response: webAuthnJson }),
  output: signedIn,
})

export const signInWithCode = consoleCall({
  method: 'POST',
  path: '/api/console/sign-in/code',
  access: 'anyone',
  input: () => z.object({ email, password: knownPassword, code: authenticatorCode }),
  output: signedIn,
})

/** Ends all sessions of the operator and is mailed to all owners. The password is needed where one is set. */
export const signInWithRecoveryCode = consoleCall({
  method: 'POST',
  path: '/api/console/sign-in/recovery',
  access: 'anyone',
  input: () => z.object({ email, password: z.optional(knownPassword), code: recoveryCode }),
  output: signedIn,
})

export const signOutOfConsole = consoleCall({
  method: 'POST',
  path: '/api/console/sign-out',
  access: 'operator',
  input: () => z.object({}),
  output: () => z.null(),
})

export const beginPasskeyConfirmation = consoleCall({
  method: 'POST',
  path: '/api/console/confirm/passkey/begin',
  access: 'operator',
  input: () => z.object({}),
  output: () => webAuthnOptions,
})

export const confirmWithPasskey = consoleCall({
  method: 'POST',
  path: '/api/console/confirm/passkey',
  access: 'operator',
  input: () => z.object({ response: webAuthnJson }),
  output: confirmed,
})

export const confirmWithCode = consoleCall({
  method: 'POST',
  path: '/api/console/confirm/code',
  access: 'operator',
  input: () => z.object({ code: authenticatorCode }),
  output: confirmed,
})
