import type Stripe from 'stripe'
import { PaymentFailure } from './payments.ts'
import { toFailure } from './stripe-failure.ts'

export const CALL_MS = 3_000
/** Two calls and the SDK's pause between them; a shorter rest allows one call alone. */
const WITH_RETRY_MS = 2 * CALL_MS + 600

export type Ask = <T>(
  call: (settings: Stripe.RequestOptions) => Promise<unknown>,
  read: (answer: unknown) => T,
) => Promise<T>

/** Calls inside what is left of the time until `deadline`, each answer checked, each failure sorted. */
export function callsUntil(deadline: number): Ask {
  return async (call, read) => {
    const left = deadline - performance.now()
    if (left <= 0) throw new PaymentFailure('unavailable', 'no time left to ask the provider')
    const settings = {
      timeout: Math.max(1, Math.floor(Math.min(CALL_MS, left))),
      maxNetworkRetries: left >= WITH_RETRY_MS ? 1 : 0,
    }
    const giveUp = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => giveUp.reject(new PaymentFailure('unavailable', 'the provider was too slow')),
      Math.min(left, WITH_RETRY_MS),
    )
    try {
      return read(await Promise.race([call(settings), giveUp.promise]))
    } catch (error) {
      throw toFailure(error)
    } finally {
      clearTimeout(timer)
    }
  }
}
