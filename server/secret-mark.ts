import { derivedKey } from './secrets.ts'

/** Tells one SECRET_KEY from another without telling either. */
export function secretMark(secretKey: string): string {
  return derivedKey(secretKey, 'mark of a backup').slice(0, 16)
}
