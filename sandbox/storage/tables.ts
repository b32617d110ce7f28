import type Stripe from 'stripe'
import type { FaultCount, FaultPlan } from '../faults/plan.ts'

/** An intent as it is kept: with the ids of its payment method and charge, never the objects. */
export interface Intent extends Stripe.PaymentIntent {
  payment_method: string | null
  latest_charge: string | null
}

/** A charge as it is kept: with the ids of its intent and payment method. */
export interface Charge extends Stripe.Charge {
  payment_intent: string | null
  payment_method: string
}

/** A payment method and the test card behind it: its number is public, no other number is ever kept. */
export interface StoredMethod {
  method: Stripe.PaymentMethod
  /** Absent for a wallet. */
  cardNumber?: string
}

/** A refund as it is kept: with the ids of its charge and intent. */
export interface Refund extends Stripe.Refund {
  charge: string
  payment_intent: string | null
  metadata: Stripe.Metadata
}

/** A dispute as it is kept: with the ids of its charge and intent. */
export interface Dispute extends Stripe.Dispute {
  charge: string
  payment_intent: string | null
}

/** An event and how far its delivery has come. */
export interface StoredEvent {
  event: Stripe.EventBase
  tries: number
  /** What the last try brought: `200`, `500`, `timeout`, …; absent before the first. */
  lastOutcome?: string
  deliveredAtMs?: number
  nextTryAtMs?: number
}

export type ChallengeAnswer = 'approved' | 'refused' | 'expired'

/** What the payer has to do on a page of the sandbox in an intent's present attempt: 3-D Secure, or a wallet. */
export interface Challenge {
  token: string
  paymentMethodId: string
  returnUrl: string
  answer: ChallengeAnswer | null
  /** Absent where it stays open. */
  expiresAtMs?: number
}

/** Work that falls due by itself: send an event, or decide what was not decided at once. */
export interface Task {
  kind: 'deliver' | 'settle' | 'expire' | 'refund'
  /** The id of the event, intent or refund. */
  subject: string
  dueAtMs: number
  /** A delivery that is held back on purpose, until another one overtook it or its time has come. */
  held?: 'late' | 'reorder'
}

/** The answer kept under an idempotency key. */
export interface KeptResponse {
  /** Method and path; another endpoint under the same key is refused. */
  endpoint: string
  /** Digest of the parameters. */
  parameters: string
  requestId: string
  status: number
  body: string
  atMs: number
}

export interface Tables {
  paymentMethods: StoredMethod
  intents: Intent
  charges: Charge
  refunds: Refund
  disputes: Dispute
  /** By intent id. */
  challenges: Challenge
  events: StoredEvent
  tasks: Task
  answers: KeptResponse
  /** One row, `plan`. */
  faults: FaultPlan
  /** By `calls/` and the operation, or `webhooks/` and the type. */
  faultCounts: FaultCount
}

export type TableName = keyof Tables
