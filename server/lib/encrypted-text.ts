import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derivePurposeKey, type KeyPurpose, secretKeysOf } from '../http/keys.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a secret for the database: nonce, tag and text. */
export function encryptText(secretKey: string, purpose: KeyPurpose, plain: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, derivePurposeKey(secretKey, purpose), iv)
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** Throws when no key of SECRET_KEY encrypted it for this purpose. */
export function decryptText(secretKey: string, purpose: KeyPurpose, stored: Uint8Array): string {
  const [inForce, ...older] = secretKeysOf(secretKey)
  try {
    return decryptBy(inForce, purpose, stored)
  } catch (error) {
    if (older.length === 0) throw error
    return decryptText(older.join(','), purpose, stored)
  }
}

function decryptBy(secretKey: string, purpose: KeyPurpose, stored: Uint8Array): string {
  const bytes = Buffer.from(stored)
  const key = derivePurposeKey(secretKey, purpose)
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const text = bytes.subarray(IV_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
}
