import { timingSafeEqual } from 'node:crypto'
import { computeMac, derivePurposeKey, secretKeysOf } from '../../http/keys.ts'

/** A mail that can be unsubscribed from. */
export type ReminderKind = 'low' | 'expiring'

export interface Subscription {
  userId: string
  kind: ReminderKind
}

const TOKEN = /^(low|expiring)\.([0-9a-f-]{36})\.([\w-]{43})$/

/** The token of a mail's unsubscribe link. It serves for nothing else, and does not expire. */
export function createUnsubscribeToken(secretKey: string, { userId, kind }: Subscription): string {
  return `${kind}.${userId}.${computeTokenMac(secretKey, { userId, kind }).toString('base64url')}`
}

/** Returns null for a token that was not made here. */
export function readUnsubscribeToken(secretKey: string, token: string): Subscription | null {
  const [, kind, userId, mac] = TOKEN.exec(token) ?? []
  if (kind === undefined || userId === undefined || mac === undefined) return null
  const subscription: Subscription = { userId, kind: kind === 'low' ? 'low' : 'expiring' }
  const given = Buffer.from(mac, 'base64url')
  const isOurs = secretKeysOf(secretKey).some((key) => {
    const expected = computeTokenMac(key, subscription)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isOurs ? subscription : null
}

function computeTokenMac(secretKey: string, { userId, kind }: Subscription): Buffer {
  return computeMac(derivePurposeKey(secretKey, 'unsubscribe'), kind, userId)
}
