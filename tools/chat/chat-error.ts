import * as z from 'zod/mini'
import { ApiError, toApiError } from '../api/api-error.ts'
import { ShopError } from '../shop/request-shop.ts'

const CUSTOMERS_FAULT = new Set([400, 413, 422])
const LONGEST_MESSAGE = 500
const refusal = z.object({ error: z.object({ message: z.string() }) })

/** What a failure means to the customer's client: one that is neither ours nor the shop's is the upstream's. */
export function toChatError(error: unknown): ApiError {
  // a body of more levels than can be written
  if (error instanceof RangeError) return new ApiError('invalid_request')
  const isKnown = error instanceof ApiError || error instanceof ShopError
  return isKnown ? toApiError(error) : upstreamFailed()
}

export const upstreamFailed = () => new ApiError('upstream_failed')

/** What the upstream refused. Only words about the request itself pass: others may name the operator's account. */
export async function fromUpstream(response: Response): Promise<ApiError> {
  const { status, headers } = response
  const said = refusal.safeParse(await response.json().catch(() => null))
  if (status === 429)
    return new ApiError('model_busy', { retryAfter: Number(headers.get('retry-after')) || 2 })
  if (!CUSTOMERS_FAULT.has(status)) return upstreamFailed()
  const message = said.data?.error.message ?? '模型拒绝了该请求'
  return new ApiError('invalid_request', { message: message.slice(0, LONGEST_MESSAGE) })
}
