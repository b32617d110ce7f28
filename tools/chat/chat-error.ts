import * as z from 'zod/mini'
import { ShopError } from '../shop/request-shop.ts'

type Kind = 'invalid_request_error' | 'authentication_error' | 'permission_error' | 'server_error'
interface More {
  type?: Kind | 'rate_limit_error' | 'insufficient_quota'
  retryAfter?: number
}

/**
 * A refusal in the shape of OpenAI's API. Its clients try 408, 409, 429 and 5xx again by themselves, so only what may
 * pass has these.
 */
export class ChatError extends Error {
  override name = 'ChatError'
  readonly status: number
  readonly body: { error: { message: string; type: string; param: null; code: string } }
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    { type = 'invalid_request_error', retryAfter }: More = {},
  ) {
    super(message)
    this.status = status
    this.body = { error: { message, type, param: null, code } }
    this.retryAfter = retryAfter
  }
}

/** What a failure means to the customer's client. */
export function toChatError(error: unknown): ChatError {
  if (error instanceof ChatError) return error
  if (error instanceof ShopError) return fromShop(error)
  return upstreamFailed()
}

export const wrongKey = () =>
  new ChatError(401, 'invalid_api_key', '密钥不对，或者已经停用：请在账户的“API 密钥”里新建', {
    type: 'authentication_error',
  })

export const signedOut = () =>
  new ChatError(401, 'signed_out', '登录已结束，请重新登录', { type: 'authentication_error' })

export const upstreamFailed = () =>
  new ChatError(502, 'upstream_failed', '模型服务中断，没有扣费，请稍后再试', {
    type: 'server_error',
  })

const QUOTA: More = { type: 'insufficient_quota' }
const LATER: More = { type: 'server_error', retryAfter: 2 }

function fromShop({ code, status, data }: ShopError): ChatError {
  switch (code) {
    case 'CREDIT_SHORT':
      return new ChatError(402, 'insufficient_quota', shortage(data), QUOTA)
    case 'CREDIT_HELD':
      return new ChatError(402, 'insufficient_quota', '剩下的余额正被别的任务预留', QUOTA)
    case 'KEY_LIMIT':
      return new ChatError(402, 'insufficient_quota', '这个密钥本月剩余的额度不够', QUOTA)
    case 'ACCOUNT_BLOCKED':
    case 'ACCOUNT_CLOSED':
      return new ChatError(403, 'account_unavailable', '账户已停用，请联系客服', {
        type: 'permission_error',
      })
    // the customer has revoked the key or the grant
    case 'NOT_FOUND':
      return wrongKey()
    default:
      return status === 429
        ? new ChatError(429, 'rate_limit_exceeded', '请求太快，请稍后再试', {
            ...{ type: 'rate_limit_error', retryAfter: 2 },
          })
        : new ChatError(503, 'shop_unavailable', '暂时无法记账，请稍后再试', LATER)
  }
}

function shortage({ available }: Record<string, unknown>): string {
  return typeof available === 'number'
    ? `余额不足：可用 ${Math.max(0, available)}，请先充值`
    : '余额不足，请先充值'
}

const CUSTOMERS_FAULT = new Set([400, 413, 422])
const LONGEST_MESSAGE = 500
const refusal = z.object({ error: z.object({ message: z.string() }) })

/** What the upstream refused. Only words about the request itself pass: others may name the operator's account. */
export async function fromUpstream(response: Response): Promise<ChatError> {
  const { status, headers } = response
  const said = refusal.safeParse(await response.json().catch(() => null))
  if (status === 429) {
    const retryAfter = Number(headers.get('retry-after')) || 2
    return new ChatError(429, 'model_busy', '模型繁忙，请稍后再试', {
      ...{ type: 'rate_limit_error', retryAfter },
    })
  }
  if (!CUSTOMERS_FAULT.has(status)) return upstreamFailed()
  const message = said.data?.error.message ?? '模型拒绝了这个请求'
  return new ChatError(400, 'invalid_request', message.slice(0, LONGEST_MESSAGE))
}
