import type { CheckOutcome } from '#contract/console/figures/check-outcomes.ts'
import type { OperatorContext } from '../operator.ts'

/** What checks ask; `content` may throw ContentError. */
export type CheckContext = Pick<OperatorContext, 'config' | 'sql' | 'now' | 'content' | 'deps'>

export interface Finding {
  outcome: CheckOutcome
  /** One sentence: what was found. */
  found: string
  /** One sentence: what to do; null: nothing. */
  advice: string | null
}

/** Looks at one thing of the shop; changes nothing, and its finding holds no secret. */
export interface Check {
  id: string
  title: string
  /** A finding, or a throw that becomes a bad one. */
  run: (context: CheckContext, signal: AbortSignal) => Promise<Finding>
}

export function good(found: string): Finding {
  return { outcome: 'good', found, advice: null }
}

export function note(found: string, advice: string | null): Finding {
  return { outcome: 'note', found, advice }
}

export function bad(found: string, advice: string | null): Finding {
  return { outcome: 'bad', found, advice }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** `3 小时前`. */
export function agoText(then: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - then.getTime())
  if (ms < MINUTE_MS) return '刚才'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} 分钟前`
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} 小时前`
  return `${Math.floor(ms / DAY_MS)} 天前`
}

/** `1.2 GB`. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let size = bytes
  let unit = 0
  for (; size >= 1000 && unit < units.length - 1; unit += 1) size /= 1000
  return `${size >= 100 || unit === 0 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}
