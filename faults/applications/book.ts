/** What an application asks for; all but the reading calls bear an idempotency key. */
export type RequestKind = 'hold' | 'capture' | 'release' | 'extend' | 'charge' | 'reverse'

/** What the shop answered to a request. */
export interface Answer {
  /** Of the hold, charge or reversal; a capture of 0 has only its hold. */
  id: string
  /** Of that hold, charge or reversal. */
  amount: number
  /** When it was made, by the shop's clock. */
  at: string
  /** The user's available credit after the call; null for an application whose grant was taken back. */
  available: number | null
  /** When the hold expires; of holds and their extensions alone. */
  expiresAt?: string
}

/** One request in an application's own book: what it asked under one key, and how that ended. */
export interface BookedRequest {
  kind: RequestKind
  key: string
  user: string
  /** The hold or charge that it is about; null for a new one. */
  subject: string | null
  /** Null: no amount was asked for. */
  amount: number | null
  /** How often the request was sent again. */
  retries: number
  /** How often it had no answer. */
  unanswered: number
  /** Null: refused, or never answered. */
  answer: Answer | null
  /** What other answers to the same request say that it made. */
  others: string[]
  /** The error code that it ended with. */
  refusal: string | null
}

export interface ApplicationBook {
  /** Of the application. */
  id: string
  requests: BookedRequest[]
}
