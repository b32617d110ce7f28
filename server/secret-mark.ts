import { deriveSecret } from './secrets.ts'

/** Tells one SECRET_KEY from another without telling either. */
export function secretMark(secretKey: string): string {
  return deriveSecret(secretKey, 'mark of a backup').slice(0, 16)
}
