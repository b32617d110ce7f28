import type Stripe from 'stripe'

/** What the sandbox answers with and tells of, by the `object` that it names itself. */
export interface ProviderObjects {
  charge: Stripe.Charge
  dispute: Stripe.Dispute
  event: Stripe.EventBase
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  refund: Stripe.Refund
  balance_transaction: Stripe.BalanceTransaction
  /** What stands under `error` in an answer; it names no object. */
  error: Stripe.StripeRawError
}
