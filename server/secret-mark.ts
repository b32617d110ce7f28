import { deriveSecret } from './secrets.ts'

/** A fingerprint of a SECRET_KEY: equal for equal keys, and the key cannot be computed from it. */
export function secretMark(secretKey: string): string {
  return deriveSecret(secretKey, 'mark of a backup').slice(0, 16)
}
