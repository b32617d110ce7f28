import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'

interface Details {
  /** Shown to the user instead of the catalogue's sentence. */
  message?: string
  /** Sentence by field name. */
  fields?: Record<string, string>
  /** Seconds until another try makes sense; becomes `Retry-After`. */
  retryAfter?: number
  /** For the few failures that tell the client more than a sentence. */
  data?: unknown
  cause?: unknown
}

/** A foreseen failure of the catalogue. Anything else that is thrown is a bug and is answered INTERNAL. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errorCatalogue[code].message, { cause: details.cause })
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}
