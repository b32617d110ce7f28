import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

export type KeyPurpose = 'csrf' | 'code' | 'pepper' | 'captcha' | 'captcha-solution'

/**
 * A key of its own for each purpose, so that none of them says anything about another. Not as bytes,
 * which Node would make into a key again for every use.
 */
export function keyFor(secretKey: string, purpose: KeyPurpose): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32)))
}

/** HMAC-SHA256 over parts that cannot run into each other, whatever they contain. */
export function macOf(key: KeyObject, ...parts: string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}
