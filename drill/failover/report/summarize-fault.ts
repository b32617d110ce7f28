import type { Sent } from '../../rig/send.ts'

/** What was done, when, and how long the database had no primary. */
export interface StruckFault {
  name: string
  /** A proxy that is dead answers nothing; elsewhere every call is answered. */
  mayBeSilent: boolean
  /** As `performance.now()` counts. */
  at: number
  /** When the next fault came, or the end. */
  until: number
  /** Until another machine was the primary; null where none was needed. */
  primaryMs: number | null
}

/** What those who asked saw of it. */
export interface FaultRow {
  name: string
  primaryMs: number | null
  /** Longest time without an answered charge, and without a page. */
  noChargeMs: number
  noPageMs: number
  /** Calls, and how many of them failed in which way. */
  calls: number
  failed: Record<string, number>
  slowestFailureMs: number
  /** The call that took so long; empty without a failure. */
  slowestFailure: string
  mayBeSilent: boolean
}

export function summarizeFault(fault: StruckFault, sent: readonly Sent[]): FaultRow {
  const isOfFault = (moment: number): boolean => moment >= fault.at && moment < fault.until
  // a call that was under way at that moment is hit, too
  const calls = sent.filter(({ at, ms }) => isOfFault(at + ms))
  const failures = calls.filter((call) => toFailedCall(call) !== null)
  const failed: Record<string, number> = {}
  for (const call of failures) {
    const kind = toFailedCall(call) ?? ''
    failed[kind] = (failed[kind] ?? 0) + 1
  }
  const [slowest] = failures.toSorted((a, b) => b.ms - a.ms)
  const answeredAt = (name: string): number[] =>
    sent
      .filter(({ call, status }) => call.name === name && status === 200)
      .map(({ at, ms }) => at + ms)
  return {
    ...{ name: fault.name, primaryMs: fault.primaryMs, mayBeSilent: fault.mayBeSilent },
    noChargeMs: longestPause(answeredAt('charge'), fault),
    noPageMs: longestPause(answeredAt('page'), fault),
    calls: calls.length,
    failed,
    slowestFailureMs: slowest?.ms ?? 0,
    slowestFailure: slowest ? `${slowest.call.method} ${slowest.call.path}` : '',
  }
}

/** The longest time between two of these moments, or between one of them and an end of the span. */
export function longestPause(
  moments: readonly number[],
  { at, until }: Pick<StruckFault, 'at' | 'until'>,
): number {
  const within = moments.filter((moment) => moment > at && moment < until)
  const points = [at, ...within.toSorted((a, b) => a - b), until]
  const pauses = points.slice(1).map((point, index) => point - points[index]!)
  return Math.round(Math.max(...pauses))
}

/** The refusal that callers can rely on: try again later. */
export const GOOD_REFUSAL = '503'
export const NO_ANSWER = 'no answer'

/** In which way a call failed; null when it did not. Answers to what a buyer did before are no failures. */
export function toFailedCall({ call, status, text }: Sent): string | null {
  if (status === 200) return null
  if (status === 0) return NO_ANSWER
  const code = codeOf(text)
  if (status === 503 && (code === 'DEPENDENCY_DOWN' || code === 'OVERLOADED')) return GOOD_REFUSAL
  const isBuyersOwn = status === 429 || (status === 409 && call.name === 'payment')
  if (isBuyersOwn && code !== null) return null
  return code === null ? `${status} without the envelope` : `${status} ${code}`
}

function codeOf(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text)
    const { code } = Object(body)
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}
