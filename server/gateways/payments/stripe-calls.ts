import type Stripe from 'stripe'
import { PaymentFailure } from './payments.ts'
import { toFailure } from './stripe-failure.ts'

export const CALL_MS = 3_000
/** Two calls and the SDK's pause between them; with less time left there is no retry. */
const WITH_RETRY_MS = 2 * CALL_MS + 600

export type CallStripe = <T>(
  call: (settings: Stripe.RequestOptions) => Promise<unknown>,
  read: (response: unknown) => T,
) => Promise<T>

/** Calls Stripe within the time left until `deadline`, parses the response and throws PaymentFailure. */
export function callUntil(deadline: number): CallStripe {
  return async (call, read) => {
    const left = deadline - performance.now()
    if (left <= 0) throw new PaymentFailure('unavailable', 'no time left to ask the provider')
    const settings = {
      timeout: Math.max(1, Math.floor(Math.min(CALL_MS, left))),
      maxNetworkRetries: left >= WITH_RETRY_MS ? 1 : 0,
    }
    const timeUp = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => timeUp.reject(new PaymentFailure('unavailable', 'the provider was too slow')),
      Math.min(left, WITH_RETRY_MS),
    )
    try {
      return read(await Promise.race([call(settings), timeUp.promise]))
    } catch (error) {
      throw toFailure(error)
    } finally {
      clearTimeout(timer)
    }
  }
}
