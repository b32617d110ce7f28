import type { PaymentMethodType } from '#contract/shapes.ts'

/** The payment provider as the rest of the server sees it, in our own words: nothing of an SDK passes this file. */

/** How far the payment of an intent has come. */
export type PaymentOutcome =
  /** Nothing was attempted yet, or the last attempt failed. */
  | 'unpaid'
  /** A payment method is set and was not sent. */
  | 'unconfirmed'
  /** The buyer has to authenticate, or to pay in a wallet. */
  | 'awaits_buyer'
  | 'processing'
  /** The bank holds the money for a capture, which this shop never asks for. */
  | 'authorized'
  | 'paid'
  | 'cancelled'

export type NextAction =
  | { type: 'redirect'; url: string }
  | { type: 'sdk' }
  /** A text to be scanned as a QR code; `url` is a page that shows the code and what to do. */
  | { type: 'qr'; text: string; url: string }

/** Why the last payment attempt failed. */
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
  outcome: PaymentOutcome
  /** The provider's own word for the outcome, for the operator to read. */
  status: string
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
  /** The charged method; null until a charge succeeded. */
  paymentMethod: PaymentMethodSummary | null
  /** Null until a charge succeeded. */
  charge: { amountRefunded: number; isDisputed: boolean; chargedAt: Date } | null
  createdAt: Date
}

/** Money given back to the buyer, or on its way. */
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

/** A bank's chargeback for its card holder. */
export interface Dispute {
  id: string
  intentId: string | null
  amount: number
  /** won: for the shop; lost: for the buyer, though an appeal may still win it. */
  status: 'open' | 'won' | 'lost'
  reason: string | null
  /** Until when evidence is accepted; null or absent: the provider has not said so. */
  evidenceDueAt?: Date | null
  createdAt: Date
}

/** A verified event: signed, or fetched from the provider itself. */
export interface ProviderEvent {
  id: string
  /** What the event may change; `decline`: an attempt to pay has failed; `other` changes no order. */
  kind: 'payment' | 'decline' | 'reversal' | 'other'
  /** The provider's own name of the event, for the books and the operator. */
  type: string
  livemode: boolean
  createdAt: Date
  /** The payment that the event is about; null for everything else. */
  payment: {
    intentId: string
    /** The intent's own; null when the event is about its charge, a refund or a dispute. */
    metadata: Record<string, string> | null
    /** The payment method of a failed attempt; null where the event is no `decline`, or does not say. */
    failedMethodId: string | null
  } | null
}

/** What a payment, refund, dispute or charge of the provider's own changed of the balance there. */
export interface BalanceEntry {
  id: string
  /** In which the provider settles. */
  currency: string
  /** Minor units; 0 for what only moves the balance to a bank. */
  fee: number
  net: number
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

/** Every call that asks the provider throws PaymentFailure when it does not succeed. */
export interface Payments {
  /** The same provider, whose calls together time out after `ms`. */
  within(ms: number): Payments
  createIntent(input: NewIntent): Promise<Intent>
  retrieveIntent(id: string): Promise<Intent>
  confirmIntent(id: string, confirmation: Confirmation): Promise<Intent>
  cancelIntent(id: string): Promise<Intent>
  /** Intents cannot be listed by their payment. */
  listIntents(listing: Omit<Listing, 'intentId'>): Promise<Page<Intent>>
  /** Creates a payment method that needs nothing but its name, which cards do not; returns its id. */
  createMethod(type: Exclude<PaymentMethodType, 'card'>): Promise<string>
  createRefund(refund: NewRefund): Promise<Refund>
  listRefunds(listing: Listing): Promise<Page<Refund>>
  listDisputes(listing: Listing): Promise<Page<Dispute>>
  listBalance(listing: Omit<Listing, 'intentId'>): Promise<Page<BalanceEntry>>
  /** The events sent, or tried to send, to the webhook; the provider keeps them for 30 days. */
  listEvents(listing: Omit<Listing, 'intentId'>): Promise<Page<ProviderEvent>>
  retrieveEvent(id: string): Promise<ProviderEvent>
  /**
   * The event of a webhook request; null unless one of our secrets signed it within five minutes of `now`. Throws
   * MalformedEvent.
   */
  verifyWebhook(request: WebhookRequest, now: Date): ProviderEvent | null
  /** The intent that a client secret is for; null for a text that is none. */
  intentIdOf(clientSecret: string): string | null
}

export interface WebhookRequest {
  /** The bytes as they came, which the signature is over. */
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export type PaymentFailureKind =
  /** The bank declined; `intent` and `error` say more. */
  | 'declined'
  /** No answer, or an unreadable one: whether it happened is unknown. The same key may be sent again. */
  | 'unavailable'
  /** The same key is being worked on right now. */
  | 'inProgress'
  /** A received 5xx, or a key used with other parameters: the same key will only repeat the answer. */
  | 'serverError'
  /** Too many calls; nothing happened. */
  | 'rateLimited'
  /** The intent is past this step; `intent` is as it is now. */
  | 'unexpectedState'
  /** The payment method does not exist, is used up or is of the wrong type. */
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

/** What the provider has signed is no event: these fields are missing or wrong. */
export class MalformedEvent extends Error {
  override name = 'MalformedEvent'
  readonly fields: readonly string[]

  constructor(fields: readonly string[]) {
    super(`not an event (${fields.join(', ')})`)
    this.fields = fields
  }
}

export class PaymentFailure extends Error {
  override name = 'PaymentFailure'
  readonly kind: PaymentFailureKind
  /** The provider's own error code. */
  readonly code: string | undefined
  readonly error: PaymentError | undefined
  // private, so that no log that copies an error's fields contains the client secret
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

/** Page by page, newest first; a page is fetched when the caller asks for it. */
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
