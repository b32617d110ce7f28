import type { Failure } from '../wire/job.ts'
import { formatNumber } from './screen.ts'

/** What the page shows of a job without a result. */
export interface FailureView {
  /** `text`: the sentence stands beside the text. */
  view: 'short' | 'held' | 'failed' | 'ended' | 'text'
  values: Record<string, string>
  /** The job cannot be sent again under its id. */
  isOver: boolean
}

interface JobFacts {
  cost: number
  /** Null while the shop has not said. */
  available: number | null
  pricePerHundred: number
  unit: string
}

const AGAIN = '原文还在，可以直接再试：同一段文字不会扣两次。'

export function toFailureView(failure: Failure, facts: JobFacts): FailureView {
  const { code, message } = failure
  const { unit } = facts
  const failed = (title: string, more: string, isOver = false): FailureView => ({
    view: 'failed',
    values: { failure: title, 'failure-more': more },
    isOver,
  })
  switch (code) {
    case 'CREDIT_SHORT':
      return toShortView(facts)
    case 'CREDIT_HELD':
      return toHeldView(failure)
    case 'SIGNED_OUT':
      return { view: 'ended', values: {}, isOver: false }
    case 'VALIDATION':
    case 'TEXT_TOO_LONG':
      return { view: 'text', values: {}, isOver: false }
    case 'SHOP_UNREACHABLE':
      return failed('联系不上记账的那边', `${AGAIN}没有扣的预留几分钟内自动退回。`)
    case 'NO_ANSWER':
      return failed('连接中断了', AGAIN)
    case 'CANCELLED':
      return failed(`已取消，没有扣${unit}`, `预留的${unit}已经退回，原文还在。`, true)
    case 'CONVERSION_FAILED':
      return failed(message, `没有扣${unit}，预留的已经退回。原文还在，改好以后再试。`, true)
    default:
      return failed(message, AGAIN, code === 'INTERNAL' || code === 'JOB_ENDED')
  }
}

/** How many characters the credit is enough for. */
export function affordableCharacters({
  available,
  pricePerHundred,
}: Pick<JobFacts, 'available' | 'pricePerHundred'>): number {
  return Math.max(0, Math.floor((available ?? 0) / pricePerHundred) * 100)
}

function toShortView(facts: JobFacts): FailureView {
  const missing = Math.max(1, facts.cost - (facts.available ?? 0))
  const part = affordableCharacters(facts)
  return {
    view: 'short',
    values: { missing: formatNumber(missing), part: formatNumber(part) },
    isOver: false,
  }
}

function toHeldView({ held = 0, retryAfter = 0 }: Failure): FailureView {
  const minutes = Math.ceil(retryAfter / 60)
  const latest = minutes > 0 ? `，最晚约 ${formatNumber(minutes)} 分钟` : ''
  return {
    view: 'held',
    values: { held: formatNumber(held), 'held-wait': `那边做完就能开始${latest}。` },
    isOver: false,
  }
}
