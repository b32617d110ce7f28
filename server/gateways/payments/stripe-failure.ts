import type Stripe from 'stripe'
import { stripeLibrary } from '../libraries.ts'
import {
  type Intent,
  PaymentFailure,
  type PaymentFailureKind,
  type PaymentError,
} from './payments.ts'
import { toIntent } from './stripe-intent.ts'

/** Turns what the SDK throws into a PaymentFailure, whose kind says what may be done about it. */
export function toFailure(thrown: unknown): PaymentFailure {
  if (thrown instanceof PaymentFailure) return thrown
  if (!(thrown instanceof stripeLibrary().errors.StripeError)) {
    return new PaymentFailure('unavailable', 'the payment provider could not be asked', {
      cause: thrown,
    })
  }
  const intent = intentOf(thrown)
  const message = `${thrown.type}: ${thrown.message}`
  return new PaymentFailure(kindOf(thrown), message, {
    intent,
    code: thrown.code,
    error: errorOf(thrown, intent),
    cause: thrown,
  })
}

function kindOf(error: Stripe.errors.StripeError): PaymentFailureKind {
  const { statusCode = 0, code, param } = error
  const { errors } = stripeLibrary()
  if (error instanceof errors.StripeConnectionError || statusCode === 0) return 'unavailable'
  if (statusCode >= 500) return 'serverError'
  if (error instanceof errors.StripeIdempotencyError) return 'serverError'
  if (statusCode === 409) return 'inProgress'
  if (error instanceof errors.StripeRateLimitError) return 'rateLimited'
  if (error instanceof errors.StripeCardError) return 'declined'
  if (code === 'payment_intent_unexpected_state') return 'unexpectedState'
  if (param === 'payment_method' || code?.startsWith('payment_method_')) return 'badPaymentMethod'
  if (code === 'payment_intent_incompatible_payment_method') return 'badPaymentMethod'
  if (code === 'resource_missing') return 'missing'
  return 'invalid'
}

function intentOf({ payment_intent: given }: Stripe.errors.StripeError): Intent | undefined {
  if (given === undefined) return undefined
  try {
    return toIntent(given)
  } catch {
    return undefined
  }
}

function errorOf(
  error: Stripe.errors.StripeError,
  intent: Intent | undefined,
): PaymentError | undefined {
  if (!(error instanceof stripeLibrary().errors.StripeCardError)) return undefined
  return {
    code: error.code ?? 'card_declined',
    declineCode: error.decline_code || null,
    paymentMethodId: error.payment_method?.id ?? intent?.lastError?.paymentMethodId ?? null,
  }
}
