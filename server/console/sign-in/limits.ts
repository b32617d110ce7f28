import { createHash } from 'node:crypto'
import { addressBuckets } from '../../http/limits/address-keys.ts'
import { type Bucket, defineLimits } from '../../http/limits/limit.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

const consoleLimits = defineLimits({
  /** Failed sign-ins with a code by network address. */
  consoleIp: { times: 30, seconds: 15 * MINUTE },
  /** Passkeys that were refused, by network address: apart from codes, whose guessing must not shut passkeys out. */
  consolePasskeyIp: { times: 300, seconds: 15 * MINUTE },
  /** Failed sign-ins with a code by e-mail, whether it is an operator's or not; passkeys stay open. */
  consoleEmail: { times: 10, seconds: 15 * MINUTE, canStrangersExhaust: true },
  /** Wrong codes of a signed-in operator. */
  consoleConfirm: { times: 10, seconds: 15 * MINUTE },
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

export function securityBuckets(operatorId: string): Bucket[] {
  return [{ limit: consoleLimits.consoleSecurity, key: operatorId }]
}

export function linkBuckets(address: string): Bucket[] {
  return addressBuckets(consoleLimits.consoleLink, address)
}
