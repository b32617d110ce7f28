import type { Failure, FailureCode } from '../wire/job.ts'
import { ConversionError } from '../conversions/conversion.ts'
import { ShopError } from '../shop/request-shop.ts'

const CATALOGUE: Record<FailureCode, { status: number; message: string }> = {
  VALIDATION: { status: 400, message: '请求的内容不对' },
  SIGNED_OUT: { status: 401, message: '登录已结束，请重新登录' },
  KEY_INVALID: { status: 401, message: '密钥不对，或者已经停用' },
  CREDIT_SHORT: { status: 402, message: '余额不足，请先充值' },
  CREDIT_HELD: { status: 402, message: '余额够，但正被别的任务预留' },
  KEY_LIMIT: { status: 402, message: '这个密钥本月剩余的额度不够' },
  ACCOUNT_BLOCKED: { status: 403, message: '账户已被停用，请联系客服' },
  ACCOUNT_CLOSED: { status: 403, message: '账户已注销' },
  NOT_FOUND: { status: 404, message: '没有这个工具' },
  TEXT_TOO_LONG: { status: 413, message: '文字太长' },
  CONVERSION_FAILED: { status: 422, message: '这段文字没法转换' },
  PICTURE_TOO_LARGE: { status: 413, message: '图片太大' },
  PICTURE_REFUSED: { status: 422, message: '图片无法识别，未扣费' },
  PICTURES_MISSING: { status: 503, message: '本站没有安装识别图片的组件，暂时不能识别图片' },
  CANCELLED: { status: 409, message: '已取消，没有扣费' },
  JOB_ENDED: { status: 409, message: '这次任务已经结束，请换一个编号再试' },
  RATE_LIMITED: { status: 429, message: '太快了，请稍后再试' },
  INTERNAL: { status: 500, message: '转换中断，没有扣费' },
  SHOP_UNREACHABLE: { status: 503, message: '暂时联系不上记账的商店' },
  BUSY: { status: 503, message: '任务太多，请稍后再试' },
}

/** A job that does not end with a result, as its user is told. */
export class JobError extends Error {
  override name = 'JobError'
  readonly failure: Failure
  readonly status: number

  constructor(code: FailureCode, more: Partial<Omit<Failure, 'code'>> = {}) {
    const { status, message } = CATALOGUE[code]
    const failure = { code, message, ...more }
    super(`${code}: ${failure.message}`)
    this.failure = failure
    this.status = status
  }
}

/** What a failure means to the user; INTERNAL for one that was not foreseen. */
export function toJobError(error: unknown): JobError {
  if (error instanceof JobError) return error
  if (error instanceof ConversionError)
    return new JobError('CONVERSION_FAILED', { message: error.message })
  if (error instanceof ShopError) return fromShop(error)
  return new JobError('INTERNAL')
}

function fromShop({ code, status, data }: ShopError): JobError {
  const { available, held, retryAfter } = data
  const numbers = {
    ...(typeof available === 'number' && { available }),
    ...(typeof held === 'number' && { held }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
  }
  switch (code) {
    case 'CREDIT_SHORT':
    case 'CREDIT_HELD':
      return new JobError(code, numbers)
    case 'KEY_LIMIT':
    case 'ACCOUNT_BLOCKED':
    case 'ACCOUNT_CLOSED':
      return new JobError(code)
    case 'HOLD_ENDED':
    case 'KEY_REUSED':
      return new JobError('JOB_ENDED')
    case 'RATE_LIMITED':
      return new JobError('RATE_LIMITED', { retryAfter: 2 })
    // the user is gone, or has taken the grant back
    case 'NOT_FOUND':
      return new JobError('SIGNED_OUT')
    default:
      // 401: this site's own key was refused, which the user cannot mend either
      return status === 0 || status === 401 || status >= 500
        ? new JobError('SHOP_UNREACHABLE', { retryAfter: 5 })
        : new JobError('INTERNAL')
  }
}
