import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'

export type KeyPurpose =
  | 'csrf'
  | 'code'
  | 'pepper'
  | 'captcha'
  | 'captcha-solution'
  | 'application-webhook'
  | 'sign-on-key'
  | 'unsubscribe'
  | 'console-csrf'
  | 'console-challenge'
  | 'console-code'
  | 'customer-challenge'
  | 'customer-code'
  | 'second-login'
  | 'console-mark'
  | 'push-target'
  | 'mail'
  | 'console-export'
  | 'welcome'

/** SECRET_KEY is one key or, while it is being changed, several between commas: that in force, then older ones to read by. */
export function secretKeysOf(secretKey: string): [inForce: string, ...older: string[]] {
  const [inForce = '', ...older] = secretKey.split(',')
  return [inForce, ...older]
}

/**
 * Derives a key for one purpose from SECRET_KEY, from the first where there are several. A KeyObject, because Node
 * would convert bytes at every use.
 */
export function derivePurposeKey(secretKey: string, purpose: KeyPurpose): KeyObject {
  const [inForce] = secretKeysOf(secretKey)
  return createSecretKey(Buffer.from(hkdfSync('sha256', inForce, '', purpose, 32)))
}

/** The purpose's keys of all that SECRET_KEY names, for what an older one may have signed. */
export function derivePurposeKeys(secretKey: string, purpose: KeyPurpose): KeyObject[] {
  return secretKeysOf(secretKey).map((key) => derivePurposeKey(key, purpose))
}

/** HMAC-SHA256 of the parts; JSON keeps them apart. */
export function computeMac(key: KeyObject, ...parts: string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}

/** Compares in a time that does not tell where they differ. */
export function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
