import type Stripe from 'stripe'
import * as z from 'zod/mini'
import type { Config } from '../../config/config.ts'
import { stripeLibrary } from '../libraries.ts'
import { type Intent, type Listing, PaymentFailure, type Payments } from './payments.ts'
import { toBalanceEntry } from './stripe-balance.ts'
import { toPage, parseResponse } from './stripe-response.ts'
import { readEvent } from './stripe-event.ts'
import { intentIdOf, toIntent } from './stripe-intent.ts'
import { SANDBOX_TIME } from './sandbox-control.ts'
import { toDispute, toRefund } from './stripe-reversals.ts'
import { verifyWebhook } from './verify-webhook.ts'
import { toFailure } from './stripe-failure.ts'

const API_VERSION = '2026-10-28.endive'
const LARGEST_PAGE = 100

const EXPAND = { expand: ['latest_charge', 'payment_method'] }
const EXPAND_LISTED = { expand: ['data.latest_charge', 'data.payment_method'] }

type Settings = Pick<Config['payments'], 'secretKey' | 'apiBase' | 'webhookSecrets'>

/**
 * Stripe, and the sandbox, which speaks the same protocol at another address. With `at` the sandbox takes each call as
 * made at that time of the past.
 */
export function stripePayments(
  { secretKey, apiBase, webhookSecrets }: Settings,
  { at }: { at?: () => Date } = {},
): Payments {
  let opened: Stripe | undefined
  const stripe = () => (opened ??= openStripe(secretKey, apiBase, at))

  function until(deadline: number): Payments {
    const ask = callUntil(deadline)
    return {
      within: (ms) => until(Math.min(deadline, performance.now() + ms)),

      createIntent: ({ idempotencyKey, methods, ...facts }) =>
        ask(
          (settings) =>
            stripe().paymentIntents.create(
              { ...facts, allowed_payment_method_types: [...methods] },
              { ...settings, idempotencyKey },
            ),
          toIntent,
        ),

      retrieveIntent: (id) =>
        ask((settings) => stripe().paymentIntents.retrieve(id, EXPAND, settings), sameIntent(id)),

      confirmIntent: (id, { paymentMethodId, methodType, returnUrl, idempotencyKey }) =>
        ask(
          (settings) =>
            stripe().paymentIntents.confirm(
              id,
              {
                payment_method: paymentMethodId,
                return_url: returnUrl,
                ...(methodType === 'card' && { use_stripe_sdk: true }),
                ...(methodType === 'wechat_pay' && {
                  payment_method_options: { wechat_pay: { client: 'web' } },
                }),
                ...EXPAND,
              },
              { ...settings, idempotencyKey },
            ),
          sameIntent(id),
        ),

      cancelIntent: (id) =>
        ask((settings) => stripe().paymentIntents.cancel(id, EXPAND, settings), sameIntent(id)),

      listIntents: (listing) =>
        ask(
          (settings) =>
            stripe().paymentIntents.list(
              { ...toListParameters(listing), ...EXPAND_LISTED },
              settings,
            ),
          (response) => toPage(response, toIntent),
        ),

      createMethod: (type) =>
        ask(
          (settings) => stripe().paymentMethods.create({ type }, settings),
          (response) => parseResponse(paymentMethod, response, 'payment method').id,
        ),

      createRefund: ({ intentId, idempotencyKey, ...facts }) =>
        ask(
          (settings) =>
            stripe().refunds.create(
              { ...facts, payment_intent: intentId, reason: 'requested_by_customer' },
              { ...settings, idempotencyKey },
            ),
          toRefund,
        ),

      listRefunds: (listing) =>
        ask(
          (settings) => stripe().refunds.list(toListParameters(listing), settings),
          (response) => toPage(response, toRefund),
        ),

      listDisputes: (listing) =>
        ask(
          (settings) => stripe().disputes.list(toListParameters(listing), settings),
          (response) => toPage(response, toDispute),
        ),

      listBalance: (listing) =>
        ask(
          (settings) => stripe().balanceTransactions.list(toListParameters(listing), settings),
          (response) => toPage(response, toBalanceEntry),
        ),

      listEvents: (listing) =>
        ask(
          (settings) => stripe().events.list(toListParameters(listing), settings),
          (response) => toPage(response, readEvent),
        ),

      retrieveEvent: (id) =>
        ask((settings) => stripe().events.retrieve(id, undefined, settings), readEvent),

      verifyWebhook: (request, now) => verifyWebhook(stripe(), webhookSecrets, request, now),

      intentIdOf,
    }
  }

  return until(Infinity)
}

function openStripe(secretKey: string, apiBase: string | null, at?: () => Date): Stripe {
  const library = stripeLibrary()
  return new library(secretKey, {
    ...(at && { httpClient: library.createFetchHttpClient(fetchAt(at)) }),
    apiVersion: API_VERSION,
    timeout: CALL_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiBase !== null && parseApiBase(apiBase)),
  })
}

/** `fetch` that names the time to the sandbox. */
function fetchAt(at: () => Date): typeof fetch {
  return (address, init) => {
    const headers = new Headers(init?.headers)
    headers.set(SANDBOX_TIME, String(at().getTime()))
    return fetch(address, { ...init, headers })
  }
}

const paymentMethod = z.object({ object: z.literal('payment_method'), id: z.string() })

function sameIntent(id: string): (response: unknown) => Intent {
  return (response) => {
    const intent = toIntent(response)
    if (intent.id === id) return intent
    throw new PaymentFailure('unavailable', 'the provider answered with another intent')
  }
}

function toListParameters({ intentId, createdFrom, createdUntil, after }: Listing) {
  const created = {
    ...(createdFrom && { gte: Math.floor(createdFrom.getTime() / 1_000) }),
    ...(createdUntil && { lte: Math.floor(createdUntil.getTime() / 1_000) }),
  }
  return {
    limit: LARGEST_PAGE,
    ...(intentId !== undefined && { payment_intent: intentId }),
    ...(Object.keys(created).length > 0 && { created }),
    ...(after !== undefined && { starting_after: after }),
  }
}

function parseApiBase(apiBase: string) {
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
  }
}

const CALL_MS = 3_000
/** Two calls and the SDK's pause between them; with less time left there is no retry. */
const WITH_RETRY_MS = 2 * CALL_MS + 600

type CallStripe = <T>(
  call: (settings: Stripe.RequestOptions) => Promise<unknown>,
  read: (response: unknown) => T,
) => Promise<T>

/** Calls Stripe within the time left until `deadline`, parses the response and throws PaymentFailure. */
function callUntil(deadline: number): CallStripe {
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
