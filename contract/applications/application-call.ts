import type * as z from 'zod/mini'
import { type Declaration, withLazySchemas } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'

/**
 * One call of an application under `/api/v1/`. The key of the application authenticates it; a POST needs an
 * Idempotency-Key, a PUT sets what is the same however often it is sent.
 */
export interface ApplicationCall<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST' | 'PUT'
  /** Path pattern; `:name` segments are part of the input, the rest of it is the query or the body. */
  path: `/api/v1/${string}`
  /** For the description of the API. */
  summary: string
  /** The failures that this call may answer with, beside those of every call. */
  failures: readonly ErrorCode[]
  /** `keys`: limited apart from the others, so that wrong keys which strangers send stop no spending. */
  limitedAs?: 'keys'
  input: In
  output: Out
}

/** Declares a call and keeps its exact schema types. */
export function applicationCall<In extends z.ZodMiniType, Out extends z.ZodMiniType>(
  declaration: Declaration<ApplicationCall<In, Out>, In, Out>,
) {
  return withLazySchemas<In, Out, typeof declaration>(declaration)
}
