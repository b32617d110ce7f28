import { secretKeysOf } from '../http/keys.ts'
import { deriveSecret } from './secrets.ts'

/** A fingerprint of the key in force: equal for equal keys, and the key cannot be computed from it. */
export function secretMark(secretKey: string): string {
  const [inForce] = secretKeysOf(secretKey)
  return deriveSecret(inForce, 'mark of a backup').slice(0, 16)
}

/** Whether the mark is that of a key in SECRET_KEY, in force or older. */
export function isMarkOfKeys(secretKey: string, mark: string): boolean {
  return secretKeysOf(secretKey).some((key) => secretMark(key) === mark)
}
