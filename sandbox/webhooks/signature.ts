import { createHmac } from 'node:crypto'

/** The `stripe-signature` header of a body sent at this time. */
export function signPayload(body: string, secret: string, atMs: number): string {
  const seconds = Math.floor(atMs / 1000)
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}
