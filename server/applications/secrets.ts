import { isToken, createToken } from '../http/sessions/session.ts'
import { sha256 } from '../lib/sha256.ts'

/** What begins an application's own key, and a customer's key for one application. */
const APPLICATION = 'app_'
const CUSTOMER = 'key_'
/** Of a customer's key, for the customer to tell it from others. */
const HINT_LENGTH = CUSTOMER.length + 4

/** 256 random bits; shown once, since only the hash is stored. */
export function newApplicationKey(): string {
  return APPLICATION + createToken()
}

export function newCustomerKey(): { key: string; hint: string } {
  const key = CUSTOMER + createToken()
  return { key, hint: key.slice(0, HINT_LENGTH) }
}

export function isApplicationKey(text: string): boolean {
  return hasForm(text, APPLICATION)
}

export function isCustomerKey(text: string): boolean {
  return hasForm(text, CUSTOMER)
}

/** SHA-256 of the whole key. */
export function hashKey(key: string): Buffer {
  return sha256(key)
}

function hasForm(text: string, prefix: string): boolean {
  return text.startsWith(prefix) && isToken(text.slice(prefix.length))
}
