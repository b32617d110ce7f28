import { createHash } from 'node:crypto'
import { addressBuckets } from '../../http/limits/address-keys.ts'
import { type Bucket, defineLimits } from '../../http/limits/limit.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const consoleLimits = defineLimits({
  /** Failed sign-ins with a code by network address. */
  consoleIp: { times: 30, seconds: 15 * MINUTE },
  /** Passkeys that were refused, by network address: apart from codes, whose guessing must not shut passkeys out. */
  consolePasskeyIp: { times: 300, seconds: 15 * MINUTE },
  /** Failed sign-ins with a code by e-mail, whether it is an operator's or not; passkeys stay open. */
  consoleEmail: { times: 10, seconds: 15 * MINUTE, canStrangersExhaust: true },
  /** Refused confirmations of a signed-in operator. */
  consoleConfirm: { times: 10, seconds: 15 * MINUTE },
  /** Wrong codes among them: apart from those of sign-ins, which a stolen session must not exhaust. */
  consoleConfirmDay: { times: 50, seconds: DAY },
  /** Wrong codes behind the right password, from anywhere: a chance of one in 6,600 a day. */
  consoleCodeDay: { times: 50, seconds: DAY },
  /** Changes of an operator's ways to sign in, each of which is mailed. */
  consoleSecurity: { times: 30, seconds: HOUR },
  /** Tokens of invitations tried, by network address. */
  consoleLink: { times: 60, seconds: HOUR },
})

/** Of a sign-in with a code; a running attempt counts until it succeeds. */
export function signInBuckets(address: string, email: string): Bucket[] {
  const key = createHash('sha256').update(email).digest('base64url')
  const byEmail = { limit: consoleLimits.consoleEmail, key }
  return [...addressBuckets(consoleLimits.consoleIp, address), byEmail]
}

/** Of a sign-in with a passkey. */
export function passkeyBuckets(address: string): Bucket[] {
  return addressBuckets(consoleLimits.consolePasskeyIp, address)
}

export function confirmBuckets(operatorId: string): Bucket[] {
  return [{ limit: consoleLimits.consoleConfirm, key: operatorId }]
}

/** Of a confirmation with a code: the bound of a day leaves passkeys open. */
export function confirmCodeBuckets(operatorId: string): Bucket[] {
  const byDay = { limit: consoleLimits.consoleConfirmDay, key: operatorId }
  return [byDay, ...confirmBuckets(operatorId)]
}

/** Of the codes of one authenticator: a new one begins anew, so that its operator signs in at once. */
export function codeDayBucket(operatorId: string, authenticator: string): Bucket {
  return { limit: consoleLimits.consoleCodeDay, key: `${operatorId} ${authenticator}` }
}

export function securityBuckets(operatorId: string): Bucket[] {
  return [{ limit: consoleLimits.consoleSecurity, key: operatorId }]
}

export function linkBuckets(address: string): Bucket[] {
  return addressBuckets(consoleLimits.consoleLink, address)
}
