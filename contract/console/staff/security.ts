import * as z from 'zod/mini'
import {
  authenticatorCode,
  opaqueTicket,
  passkeyId,
  recoveryCodes,
  shortName,
  webAuthnJson,
} from '#contract/account/second-factor-fields.ts'
import { passwordDigest } from '#contract/fields.ts'
import { consoleCall } from '../console-call.ts'
import { newCodeSecret, time, webAuthnOptions } from '../shapes.ts'

/** How the operator of this session signs in, and where from. */
const security = z.object({
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: time,
      lastUsedAt: z.nullable(time),
      /** Kept by a password manager and present on several devices. */
      isSynced: z.boolean(),
    }),
  ),
  /** Password and authenticator app are set. */
  hasCode: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** Newest first. */
  sessions: z.array(
    z.object({
      id: z.string(),
      createdAt: time,
      lastSeenAt: time,
      address: z.string(),
      /** The browser's own description (User-Agent). */
      userAgent: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
})
export type OperatorSecurity = z.output<typeof security>

export const readSecurity = consoleCall({
  method: 'GET',
  path: '/api/console/security',
  access: 'operator',
  input: () => z.object({}),
  output: () => security,
})

export const beginPasskeyAddition = consoleCall({
  method: 'POST',
  path: '/api/console/security/passkeys/begin',
  access: 'operator',
  needsConfirmation: true,
  input: () => z.object({}),
  output: () => webAuthnOptions,
})

export const addPasskey = consoleCall({
  method: 'POST',
  path: '/api/console/security/passkeys',
  access: 'operator',
  needsConfirmation: true,
  input: () => z.object({ name: shortName('名称'), response: webAuthnJson }),
  output: () => security,
})

/** Ends all other sessions. Answers LAST_FACTOR for the last way to sign in. */
export const removePasskey = consoleCall({
  method: 'POST',
  path: '/api/console/security/passkeys/remove',
  access: 'operator',
  needsConfirmation: true,
  input: () => z.object({ id: passkeyId }),
  output: () => security,
})

export const beginCodeSetup = consoleCall({
  method: 'POST',
  path: '/api/console/security/code/begin',
  access: 'operator',
  needsConfirmation: true,
  input: () => z.object({}),
  output: () => newCodeSecret,
})

/** Sets password and authenticator, in place of earlier ones, and ends all other sessions. */
export const setCode = consoleCall({
  method: 'POST',
  path: '/api/console/security/code',
  access: 'operator',
  needsConfirmation: true,
  input: () =>
    z.object({ password: passwordDigest, code: authenticatorCode, ticket: opaqueTicket }),
  output: () => security,
})

/** Answers LAST_FACTOR without a passkey. */
export const removeCode = consoleCall({
  method: 'POST',
  path: '/api/console/security/code/remove',
  access: 'operator',
  needsConfirmation: true,
  input: () => z.object({}),
  output: () => security,
})

/** Ten new ones; the earlier ones no longer work. */
export const renewRecoveryCodes = consoleCall({
  method: 'POST',
  path: '/api/console/security/recovery-codes',
  access: 'operator',
  needsConfirmation: true,
  input: () => z.object({}),
  output: () => z.object({ recoveryCodes }),
})

/** Ends one other session, or all others with null. */
export const endOwnSessions = consoleCall({
  method: 'POST',
  path: '/api/console/security/sessions/end',
  access: 'operator',
  needsConfirmation: true,
  input: () => z.object({ id: z.nullable(z.uuid()) }),
  output: () => security,
})
