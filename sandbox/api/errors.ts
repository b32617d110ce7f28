import type Stripe from 'stripe'

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

export interface ErrorBody extends Omit<
  Stripe.StripeRawError,
  'type' | 'exception' | 'headers' | 'payment_intent'
> {
  type: ErrorType
  /** Whole for the shop's server, in part for a browser. */
  payment_intent?: object
}

/** A refusal in the provider's shape: `{"error": {...}}` with its HTTP status. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message ?? body.code ?? body.type)
    this.status = status
    this.body = body
  }
}

/** A 400 about one parameter. */
export function invalidParam(param: string, message: string, code?: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    ...(code === undefined ? {} : { code }),
    param,
    message,
  })
}

export function isMissing(param: string): ApiError {
  return invalidParam(param, `${param} is required.`, 'parameter_missing')
}

export function notFound(kind: string, id: string, param = 'id'): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `There is no ${kind} '${id}' in this sandbox.`,
  })
}

/** A 402 about the card itself. */
export function cardError(code: string, param: string, message: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, param, message })
}
