import { createHmac, randomBytes } from 'node:crypto'
import { decryptText, encryptText } from '../../lib/encrypted-text.ts'

export interface SignedMessage {
  /** The same at every try. */
  id: string
  at: Date
  body: string
}

/** The headers of Standard Webhooks for a message. */
export function signedHeaders(
  secret: string,
  { id, at, body }: SignedMessage,
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', signingKeyOf(secret))
    .update(`${id}.${seconds}.${body}`)
    .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  }
}

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
