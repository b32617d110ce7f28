import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
  authenticatorCode,
  opaqueTicket,
  passkeyId,
  recoveryCode,
  recoveryCodes,
  secondFactor,
  shortName,
  webAuthnJson,
} from './second-factor-fields.ts'
import { user } from '../shapes.ts'

/**
 * A customer's second factor: passkeys, an authenticator app (TOTP) and recovery codes. Only the second step of the
 * login and its section of 账户资料 load this file.
 */

const time = () => z.iso.datetime()

/** Exactly one of the three; the server checks it. */
const proof = () =>
  z.object({
    totp: z.optional(authenticatorCode),
    recoveryCode: z.optional(recoveryCode),
    /** The answer of `navigator.credentials.get`. */
    passkey: z.optional(webAuthnJson),
  })

/** How this user can prove the second factor; a recovery code is always one more way. */
const ways = () =>
  z.object({
    hasTotp: z.boolean(),
    /** Options of `navigator.credentials.get`; null: the user has no passkey. */
    passkeyOptions: z.nullable(webAuthnJson),
  })
export type SecondFactorWays = z.output<ReturnType<typeof ways>>

/** `recoveryCodes` comes with the first factor and is shown this once. */
const changed = () =>
  z.object({ secondFactor: secondFactor(), recoveryCodes: z.optional(recoveryCodes) })

/** Begins the second step of a login that was answered with 403 SECOND_FACTOR. 410 five minutes after the password. */
export const beginSecondLogin = endpoint({
  method: 'POST',
  path: '/clients/web/auth/login/second/begin',
  session: 'optional',
  input: () => z.object({}),
  output: () => ways(),
})

/** Ends that login: opens the session. A recovery code serves once and ends all other sessions. */
export const finishSecondLogin = endpoint({
  method: 'POST',
  path: '/clients/web/auth/login/second',
  session: 'optional',
  input: () => proof(),
  output: () =>
    z.object({
      user,
      /** Present when this login has cancelled the closing of the account. */
      staysOpen: z.optional(z.literal(true)),
    }),
})

export const readSecondFactor = endpoint({
  method: 'GET',
  path: '/clients/web/auth/second-factor',
  session: 'required',
  input: () => z.object({}),
  output: () => secondFactor(),
})

/** For calls that were answered with 403 SECOND_FACTOR_REQUIRED. */
export const beginSecondFactorProof = endpoint({
  method: 'POST',
  path: '/clients/web/auth/second-factor/confirm/begin',
  session: 'required',
  input: () => z.object({}),
  output: () => ways(),
})

/** Proves the second factor on this session again; it is not asked for during the next five minutes. */
export const proveSecondFactor = endpoint({
  method: 'POST',
  path: '/clients/web/auth/second-factor/confirm',
  session: 'required',
  input: () => proof(),
  output: () => z.object({ provenUntil: time() }),
})

/**
 * A secret for an authenticator app; `ticket` goes back with the first code. All calls that change the second factor
 * need it to be proven or, without one, a login at most 15 minutes old.
 */
export const beginTotpSetup = endpoint({
  method: 'POST',
  path: '/clients/web/auth/second-factor/totp/begin',
  session: 'required',
  input: () => z.object({}),
  output: () =>
    z.object({
      secret: z.string(),
      /** The secret as a QR code. */
      qr: z.object({ size: z.int(), path: z.string() }),
      ticket: z.string(),
    }),
})

/** Sets the authenticator, in place of an earlier one. The first factor ends all other sessions. */
export const setTotp = endpoint({
  method: 'POST',
  path: '/clients/web/auth/second-factor/totp',
  session: 'required',
  input: () => z.object({ code: authenticatorCode, ticket: opaqueTicket }),
  output: () => changed(),
})

/** Ends all other sessions, as every removal does. With the last factor the recovery codes go too. */
export const removeTotp = endpoint({
  method: 'POST',
  path: '/clients/web/auth/second-factor/totp/remove',
  session: 'required',
  input: () => z.object({}),
  output: () => changed(),
})

export const beginPasskeySetup = endpoint({
  method: 'POST',
  path: '/clients/web/auth/second-factor/passkeys/begin',
  session: 'required',
  input: () => z.object({}),
  output: () => z.object({ options: webAuthnJson }),
})

/** Adds a passkey; `response` is the answer of `navigator.credentials.create`. */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/clients/web/auth/second-factor/passkeys',
  session: 'required',
  input: () => z.object({ name: shortName('名称'), response: webAuthnJson }),
  output: () => changed(),
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/clients/web/auth/second-factor/passkeys/remove',
  session: 'required',
  input: () => z.object({ id: passkeyId }),
  output: () => changed(),
})

/** Ten new codes; the earlier ones no longer work. 409 SECOND_FACTOR_MISSING without a passkey or authenticator. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/clients/web/auth/second-factor/recovery-codes',
  session: 'required',
  input: () => z.object({}),
  output: () => changed(),
})
