import type Stripe from 'stripe'
import type { ProviderEvent, WebhookRequest } from './payments.ts'
import { toEvent } from './stripe-event.ts'

const HEADER = 'stripe-signature'
const TOLERANCE_S = 300

/** Null when none of these secrets signed these very bytes within five minutes of `now`. Throws MalformedEvent. */
export function verifyWebhook(
  stripe: Stripe,
  secrets: readonly string[],
  { body, headers }: WebhookRequest,
  now: Date,
): ProviderEvent | null {
  const signature = headers[HEADER]
  if (typeof signature !== 'string' || !isFresh(signature, now)) return null
  for (const secret of secrets) {
    const payload = verifiedPayload(stripe, { body, signature, secret, now })
    if (payload !== undefined) return toEvent(payload)
  }
  return null
}

/** Undefined when this secret did not sign the body. */
function verifiedPayload(
  stripe: Stripe,
  { body, signature, secret, now }: { body: Buffer; signature: string; secret: string; now: Date },
): unknown {
  const { webhooks } = stripe
  try {
    return webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, now.getTime())
  } catch {
    return undefined
  }
}

/** The SDK refuses only old signatures; one from the future would stay valid for too long. */
function isFresh(signature: string, now: Date): boolean {
  const times = [...signature.matchAll(/(?:^|,)\s*t=(\d{1,12})(?=,|$)/g)].map((match) =>
    Number(match[1]),
  )
  const nowS = now.getTime() / 1_000
  return times.length > 0 && times.every((time) => Math.abs(nowS - time) <= TOLERANCE_S)
}
