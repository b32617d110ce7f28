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
  | 'console-mark'
  | 'push-target'
  | 'console-export'

/** Derives a key for one purpose from SECRET_KEY. A KeyObject, because Node would convert bytes at every use. */
export function derivePurposeKey(secretKey: string, purpose: KeyPurpose): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32)))
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
