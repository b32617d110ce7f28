/** What the page sends to have a text converted. */
export interface JobOrder {
  /** Made by the page. The same order under the same id is charged once, however often it is sent. */
  id: string
  tool: string
  choice: string
  text: string
}

/** A converted text. */
export interface Output {
  text: string
  /** With readings: each line as characters with what stands above them, '' for none. */
  ruby?: [character: string, reading: string][][]
}

export interface FinishedJob extends Output {
  characters: number
  /** What was charged. */
  cost: number
  /** What is left to spend. */
  available: number
  /** The id of the charge in the shop. */
  charge: string
  /** An earlier sending of the same order was charged, and this one was not. */
  wasPaid: boolean
}

export type FailureCode =
  | 'VALIDATION'
  | 'SIGNED_OUT'
  | 'KEY_INVALID'
  | 'CREDIT_SHORT'
  | 'CREDIT_HELD'
  | 'KEY_LIMIT'
  | 'ACCOUNT_BLOCKED'
  | 'ACCOUNT_CLOSED'
  | 'NOT_FOUND'
  | 'TEXT_TOO_LONG'
  | 'CONVERSION_FAILED'
  | 'PICTURE_TOO_LARGE'
  | 'PICTURE_REFUSED'
  | 'PICTURES_MISSING'
  | 'CANCELLED'
  | 'JOB_ENDED'
  | 'RATE_LIMITED'
  | 'INTERNAL'
  | 'SHOP_UNREACHABLE'
  | 'BUSY'

export interface Failure {
  /** NO_ANSWER: the page's own, when the connection broke. */
  code: FailureCode | 'NO_ANSWER'
  /** For the user. */
  message: string
  /** Of CREDIT_SHORT and CREDIT_HELD. */
  available?: number
  /** Of CREDIT_HELD. */
  held?: number
  /** Seconds. */
  retryAfter?: number
}

/** A line of the answer to a job; `done` or `failed` is the last. */
export type JobEvent =
  | { type: 'held'; amount: number; available: number }
  | { type: 'progress'; characters: number; of: number }
  | ({ type: 'done' } & FinishedJob)
  | ({ type: 'failed' } & Failure)

/** Who is signed on, and the credit; null while the shop does not say. */
export interface Viewer {
  name: string
  credit: { available: number; held: number } | null
}
