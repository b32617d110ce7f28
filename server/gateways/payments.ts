import type { PaymentMethodType } from '#contract/shapes.ts'

/** The payment provider as the rest of the server sees it: nothing of an SDK passes this file. */

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled'

export type NextAction =
  | { type: 'redirect'; url: string }
  | { type: 'sdk' }
  /** A text to be scanned as a QR code; `url` is a page that shows the code and what to do. */
  | { type: 'qr'; text: string; url: string }

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
  /** Null also where the provider did not say. */
  paymentMethodType: string | null
  /** What was charged; null until a charge went through. */
  paymentMethod: PaymentMethodSummary | null
  /** Money that went back or that a bank asks back; null until a charge went through. */
  charge: { amountRefunded: number; isDisputed: boolean; chargedAt: Date } | null
  createdAt: Date
}

/** Money on its way back to the buyer. */
export interface Refund {
  id: string
  intentId: string | null
  /** Minor units, in the currency of the payment. */
  amount: number
  /** A pending one may still fail, and so may one that had succeeded. */
  status: 'pending' | 'succeeded' | 'failed'
  reason: string | null
  metadata: Record<string, string>
  createdAt: Date
}

/** A bank that asks the money back for its card holder. */
export interface Dispute {
  id: string
  intentId: string | null
  amount: number
  /** won: for the shop; lost: for the buyer, though an appeal may still win it. */
  status: 'open' | 'won' | 'lost'
  reason: string | null
  createdAt: Date
}

/** An event that is the provider's for sure: signed, or read from the provider itself. */
export interface PaymentEvent {
  id: string
  type: string
  livemode: boolean
  createdAt: Date
  /** The payment that the event is about; null for all other things. */
  payment: {
    intentId: string
    /** The intent's own; null when the event is about its charge, a refund or a dispute. */
    metadata: Record<string, string> | null
  } | null
}

export interface NewIntent {
  amount: number
  currency: string
  description: string
  metadata: Record<string, string>
  methods: readonly PaymentMethodType[]
  /** The same key with the same facts gives the same intent. */
  idempotencyKey: string
}

export interface Confirmation {
  paymentMethodId: string
  methodType: PaymentMethodType
  /** Where the bank's page sends the browser afterwards. */
  returnUrl: string
  idempotencyKey: string
}

export interface NewRefund {
  intentId: string
  amount: number
  metadata: Record<string, string>
  idempotencyKey: string
}

export interface Listing {
  /** Of this payment alone. */
  intentId?: string
  createdFrom?: Date
  createdUntil?: Date
  /** The last item of the page before. */
  after?: string
}

/** Newest first. */
export interface Page<Item> {
  items: Item[]
  hasMore: boolean
}

/** Every call throws PaymentFailure when it does not end in what was asked for. */
export interface Payments {
  /** The same provider, all of whose calls together give up after `ms`. */
  within(ms: number): Payments
  createIntent(input: NewIntent): Promise<Intent>
  retrieveIntent(id: string): Promise<Intent>
  confirmIntent(id: string, confirmation: Confirmation): Promise<Intent>
  cancelIntent(id: string): Promise<Intent>
  /** Intents cannot be listed by their payment. */
  listIntents(listing: Omit<Listing, 'intentId'>): Promise<Page<Intent>>
  /** The id of a payment method that needs nothing but its name, as those of cards do not. */
  createMethod(type: Exclude<PaymentMethodType, 'card'>): Promise<string>
  createRefund(refund: NewRefund): Promise<Refund>
  listRefunds(listing: Listing): Promise<Page<Refund>>
  listDisputes(listing: Listing): Promise<Page<Dispute>>
  /** What the provider has told the webhook, or tried to; it keeps events for 30 days. */
  listEvents(listing: Omit<Listing, 'intentId'>): Promise<Page<PaymentEvent>>
  retrieveEvent(id: string): Promise<PaymentEvent>
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
  code?: string | undefined
  error?: PaymentError | undefined
  cause?: unknown
}

export class PaymentFailure extends Error {
  override name = 'PaymentFailure'
  readonly kind: PaymentFailureKind
  /** The provider's own word for it. */
  readonly code: string | undefined
  readonly error: PaymentError | undefined
  // private, so that no log that copies an error's fields learns the client secret
  readonly #intent: Intent | undefined

  constructor(
    kind: PaymentFailureKind,
    message: string,
    { intent, code, error, cause }: Facts = {},
  ) {
    super(message, { cause })
    this.kind = kind
    this.code = code
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

/** Page by page, newest first; whoever has seen enough stops asking. */
export async function* pagesOf<Item extends { id: string }>(
  list: (listing: Listing) => Promise<Page<Item>>,
  listing: Listing,
): AsyncGenerator<Item[]> {
  let after: string | undefined
  for (;;) {
    const { items, hasMore } = await list({ ...listing, ...(after !== undefined && { after }) })
    yield items
    after = items.at(-1)?.id
    if (!hasMore || after === undefined) return
  }
}
