import type Stripe from 'stripe'
import type { PaymentEvent } from './payments.ts'
import { toEvent } from './stripe-event.ts'

const TOLERANCE_S = 300

/** Null when none of these secrets signed these very bytes within five minutes of `now`. */
export function verifyEvent(
  stripe: Stripe,
  secrets: readonly string[],
  { body, signature, now }: { body: Buffer; signature: string; now: Date },
): PaymentEvent | null {
  if (!isFresh(signature, now)) return null
  for (const secret of secrets) {
    const payload = verified(body, signature, secret)
    if (payload !== undefined) return toEvent(payload)
  }
  return null

  function verified(...given: [Buffer, string, string]): unknown {
    try {
      const time = now.getTime()
      return stripe.webhooks.constructEvent(...given, TOLERANCE_S, undefined, time)
    } catch {
      return undefined
    }
  }
}

/** The SDK refuses old signatures alone; one from the future would stay valid for too long. */
function isFresh(signature: string, now: Date): boolean {
  const times = [...signature.matchAll(/(?:^|,)\s*t=(\d{1,12})(?=,|$)/g)].map((match) =>
    Number(match[1]),
  )
  const nowS = now.getTime() / 1_000
  return times.length > 0 && times.every((time) => Math.abs(nowS - time) <= TOLERANCE_S)
}
