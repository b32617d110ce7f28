import { randomBytes } from 'node:crypto'
import { decryptText, encryptText } from '../../lib/encrypted-text.ts'

const PREFIX = 'whsec_'
const PURPOSE = 'application-webhook'

/** A new secret as Standard Webhooks write it: `whsec_` and the base64 of 256 random bits. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The bytes that sign, of a secret as it is shown. */
export function signingKeyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}

/** Encrypts a secret for the database. */
export function encryptWebhookSecret(secretKey: string, secret: string): Buffer {
  return encryptText(secretKey, PURPOSE, secret)
}

/** Throws when SECRET_KEY is not the one that encrypted it. */
export function decryptWebhookSecret(secretKey: string, stored: Uint8Array): string {
  return decryptText(secretKey, PURPOSE, stored)
}
