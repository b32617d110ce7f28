import { ShopError } from '../shop/request-shop.ts'
import type { Failure } from '../wire/calls.ts'

type Kind = 'invalid_request' | 'authentication' | 'permission' | 'rate_limit' | 'server'

/** Clients of OpenAI's API try 408, 409, 429 and 5xx again by themselves, so only what may pass has these. */
const CATALOGUE = {
  invalid_request: [400, 'invalid_request', '请求内容有误，或不是 JSON'],
  cancelled: [400, 'invalid_request', '已取消，没有扣费'],
  job_ended: [400, 'invalid_request', '该任务已结束，请更换编号后重试'],
  signed_out: [401, 'authentication', '登录已结束，请重新登录'],
  invalid_api_key: [401, 'authentication', '密钥不正确或已停用，请在账户的“API 密钥”页新建'],
  insufficient_quota: [402, 'insufficient_quota', '余额不足，请先充值'],
  account_unavailable: [403, 'permission', '账户已停用，请联系客服'],
  not_found: [404, 'invalid_request', '地址不存在'],
  model_not_found: [404, 'invalid_request', '模型不存在'],
  request_too_large: [413, 'invalid_request', '请求过大'],
  picture_refused: [422, 'invalid_request', '图片无法识别，未扣费'],
  rate_limit_exceeded: [429, 'rate_limit', '请求过于频繁，请稍后再试'],
  model_busy: [429, 'rate_limit', '模型繁忙，请稍后再试'],
  internal: [500, 'server', '处理中断，没有扣费'],
  pictures_missing: [501, 'server', '本站没有安装识别图片的组件，暂时不能识别图片'],
  upstream_failed: [502, 'server', '模型服务中断，没有扣费，请稍后再试'],
  busy: [503, 'server', '任务过多，请稍后再试'],
  shop_unavailable: [503, 'server', '计费服务暂不可用，请稍后再试'],
} as const satisfies Record<string, [status: number, Kind | 'insufficient_quota', message: string]>

const RETRY_AFTER_S: Partial<Record<number, number>> = { 429: 2, 503: 5 }

interface More extends Partial<Pick<Failure, 'message' | 'available' | 'held'>> {
  /** Seconds. */
  retryAfter?: number
}

/** A refusal, as its user is told. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: { error: Failure }
  readonly retryAfter: number | undefined

  constructor(code: keyof typeof CATALOGUE, { retryAfter, ...more }: More = {}) {
    const [status, kind, message] = CATALOGUE[code]
    const type = kind === 'insufficient_quota' ? kind : `${kind}_error`
    const error = { message, type, param: null, code, ...more }
    super(error.message)
    this.status = status
    this.body = { error }
    this.retryAfter = retryAfter ?? RETRY_AFTER_S[status]
  }
}

/** What a failure means to the user; `internal` for one that was not foreseen. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof ShopError) return fromShop(error)
  // refusals of the framework: a body that is too large, or no JSON
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new ApiError('request_too_large')
  return new ApiError(status < 500 ? 'invalid_request' : 'internal')
}

function fromShop({ code, status, data }: ShopError): ApiError {
  const numberOf = (name: 'available' | 'held') => {
    const value = data[name]
    return typeof value === 'number' ? { [name]: value } : {}
  }
  const available = numberOf('available')
  switch (code) {
    case 'CREDIT_SHORT': {
      const left = available['available']
      const message =
        left === undefined ? {} : { message: `余额不足：可用 ${Math.max(0, left)}，请先充值` }
      return new ApiError('insufficient_quota', { ...message, ...available })
    }
    case 'CREDIT_HELD': {
      const message = '剩余余额正被其他任务预留'
      return new ApiError('insufficient_quota', { message, ...available, ...numberOf('held') })
    }
    case 'KEY_LIMIT':
      return new ApiError('insufficient_quota', { message: '该密钥本月剩余额度不足' })
    case 'ACCOUNT_BLOCKED':
    case 'ACCOUNT_CLOSED':
      return new ApiError('account_unavailable')
    case 'HOLD_ENDED':
    case 'KEY_REUSED':
      return new ApiError('job_ended')
    // the customer has revoked the key or the grant
    case 'NOT_FOUND':
      return new ApiError('invalid_api_key', { message: '登录已结束或密钥已停用' })
    default:
      return new ApiError(status === 429 ? 'rate_limit_exceeded' : 'shop_unavailable')
  }
}
