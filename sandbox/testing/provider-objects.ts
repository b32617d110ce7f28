import type Stripe from 'stripe'

/** The objects of the sandbox's answers and events, by their `object` field. */
export interface ProviderObjects {
  charge: Stripe.Charge
  dispute: Stripe.Dispute
  event: Stripe.EventBase
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  refund: Stripe.Refund
  balance_transaction: Stripe.BalanceTransaction
  /** The `error` of an answer; it has no `object` field. */
  error: Stripe.StripeRawError
}
