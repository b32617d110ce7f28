/** The payment provider as the rest of the server sees it: nothing of an SDK passes this file. */

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled'

export type NextAction = { type: 'redirect'; url: string } | { type: 'sdk' }

/** Why the last try to pay failed. */
export interface PaymentError {
  code: string
  /** The bank's own reason, where it gives one. */
  declineCode: string | null
  /** The payment method that failed. */
  paymentMethodId: string | null
}

export interface PaymentMethodSummary {
  type: string
  brand: string
  last4: string
}

export interface Intent {
  id: string
  status: IntentStatus
  /** Minor units. */
  amount: number
  amountReceived: number
  /** ISO 4217, lower case. */
  currency: string
  livemode: boolean
  clientSecret: string | null
  metadata: Record<string, string>
  nextAction: NextAction | null
  lastError: PaymentError | null
  /** The method in use; the provider takes it off again after a decline. */
  paymentMethodId: string | null
  /** What was charged; null until a charge went through. */
  paymentMethod: PaymentMethodSummary | null
}

/** An event whose signature and age were checked. */
export interface PaymentEvent {
  id: string
  type: string
  livemode: boolean
  createdAt: Date
  /** The intent that the event is about; null for all other things. */
  intent: { id: string; metadata: Record<string, string> } | null
}

export interface NewIntent {
  amount: number
  currency: string
  description: string
  metadata: Record<string, string>
  /** The same key with the same facts gives the same intent. */
  idempotencyKey: string
}

export interface Confirmation {
  paymentMethodId: string
  /** Where the bank's page sends the browser afterwards. */
  returnUrl: string
  idempotencyKey: string
}

/** Every call throws PaymentFailure when it does not end in an intent. */
export interface Payments {
  /** The same provider, all of whose calls together give up after `ms`. */
  within(ms: number): Payments
  createIntent(input: NewIntent): Promise<Intent>
  retrieveIntent(id: string): Promise<Intent>
  confirmIntent(id: string, confirmation: Confirmation): Promise<Intent>
  cancelIntent(id: string): Promise<Intent>
  /** Null when no secret of ours signed these very bytes within five minutes of `now`. */
  verifyEvent(body: Buffer, signature: string, now: Date): PaymentEvent | null
}

export type PaymentFailureKind =
  /** The bank said no; `intent` and `error` tell the rest. */
  | 'declined'
  /** No answer, or none that can be understood: whether it happened is unknown. The key may be repeated. */
  | 'unavailable'
  /** The same key is being worked on right now. */
  | 'inProgress'
  /** A received 5xx, or a key that was used for other facts: this key will only repeat the answer. */
  | 'serverError'
  /** Too many calls; nothing happened. */
  | 'rateLimited'
  /** The intent is past this step; `intent` says where it stands. */
  | 'unexpectedState'
  /** The payment method does not exist, is used up or does not fit. */
  | 'badPaymentMethod'
  /** No such intent under these keys. */
  | 'missing'
  /** Our own mistake: a wrong key or a wrong parameter. */
  | 'invalid'

interface Facts {
  intent?: Intent | undefined
  error?: PaymentError | undefined
  cause?: unknown
}

export class PaymentFailure extends Error {
  override name = 'PaymentFailure'
  readonly kind: PaymentFailureKind
  readonly error: PaymentError | undefined
  // private, so that no log that copies an error's fields learns the client secret
  readonly #intent: Intent | undefined

  constructor(kind: PaymentFailureKind, message: string, { intent, error, cause }: Facts = {}) {
    super(message, { cause })
    this.kind = kind
    this.error = error
    this.#intent = intent
  }

  get intent(): Intent | undefined {
    return this.#intent
  }
}

export function isPaymentFailure(
  error: unknown,
  ...kinds: PaymentFailureKind[]
): error is PaymentFailure {
  return error instanceof PaymentFailure && (kinds.length === 0 || kinds.includes(error.kind))
}
