import { createHmac } from 'node:crypto'
import { signingKeyOf } from './webhook-secret.ts'

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
