import Stripe from 'stripe'
import type { Config } from '../config.ts'
import { type Intent, PaymentFailure, type PaymentEvent, type Payments } from './payments.ts'
import { toFailure } from './stripe-failure.ts'
import { toEvent, toIntent } from './stripe-intent.ts'

const API_VERSION = '2026-10-28.endive'
const CALL_MS = 3_000
/** Two calls and the SDK's pause between them; a shorter rest allows one call alone. */
const WITH_RETRY_MS = 2 * CALL_MS + 600
const TOLERANCE_S = 300

const EXPAND = { expand: ['latest_charge'] }

type Settings = Pick<Config['payments'], 'secretKey' | 'apiBase' | 'webhookSecrets'>

/** Stripe, and the sandbox, which speaks the same protocol at another address. */
export function stripePayments({ secretKey, apiBase, webhookSecrets }: Settings): Payments {
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: CALL_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiBase !== null && address(apiBase)),
  })

  function until(deadline: number): Payments {
    /** One call inside what is left of the time, its answer checked, its failure sorted. */
    async function ask(
      call: (settings: Stripe.RequestOptions) => Promise<unknown>,
      expectedId?: string,
    ): Promise<Intent> {
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
        const intent = toIntent(await Promise.race([call(settings), giveUp.promise]))
        if (expectedId !== undefined && intent.id !== expectedId) {
          throw new PaymentFailure('unavailable', 'the provider answered with another intent')
        }
        return intent
      } catch (error) {
        throw toFailure(error)
      } finally {
        clearTimeout(timer)
      }
    }

    return {
      within: (ms) => until(Math.min(deadline, performance.now() + ms)),

      createIntent: ({ idempotencyKey, ...facts }) =>
        ask((settings) =>
          stripe.paymentIntents.create(
            { ...facts, allowed_payment_method_types: ['card'] },
            { ...settings, idempotencyKey },
          ),
        ),

      retrieveIntent: (id) =>
        ask((settings) => stripe.paymentIntents.retrieve(id, EXPAND, settings), id),

      confirmIntent: (id, { paymentMethodId, returnUrl, idempotencyKey }) =>
        ask(
          (settings) =>
            stripe.paymentIntents.confirm(
              id,
              {
                payment_method: paymentMethodId,
                return_url: returnUrl,
                use_stripe_sdk: true,
                ...EXPAND,
              },
              { ...settings, idempotencyKey },
            ),
          id,
        ),

      cancelIntent: (id) =>
        ask((settings) => stripe.paymentIntents.cancel(id, EXPAND, settings), id),

      verifyEvent,
    }
  }

  function verifyEvent(body: Buffer, signature: string, now: Date): PaymentEvent | null {
    if (!isFresh(signature, now)) return null
    for (const secret of webhookSecrets) {
      const payload = verified(body, signature, secret, now)
      if (payload !== undefined) return toEvent(payload)
    }
    return null
  }

  function verified(body: Buffer, signature: string, secret: string, now: Date): unknown {
    try {
      return stripe.webhooks.constructEvent(
        body,
        signature,
        secret,
        TOLERANCE_S,
        undefined,
        now.getTime(),
      )
    } catch {
      return undefined
    }
  }

  return until(Infinity)
}

/** The SDK refuses old signatures alone; one from the future would stay valid for too long. */
function isFresh(signature: string, now: Date): boolean {
  const times = [...signature.matchAll(/(?:^|,)\s*t=(\d{1,12})(?=,|$)/g)].map((match) =>
    Number(match[1]),
  )
  const nowS = now.getTime() / 1_000
  return times.length > 0 && times.every((time) => Math.abs(nowS - time) <= TOLERANCE_S)
}

function address(apiBase: string) {
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
  }
}
