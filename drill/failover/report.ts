import { styleText } from 'node:util'
import { formatTable } from '#harness/format-table.ts'
import type { Sent } from '../send.ts'
import type { Verdict } from './books.ts'

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

export interface FailoverResult {
  struck: readonly StruckFault[]
  sent: readonly Sent[]
  verdict: Verdict
}

const HEADINGS = [
  ...['What dies', 'Primary after', 'No charge for', 'No page for'],
  ...['Calls', 'Failed', 'Slowest failure'],
]
const MOST_MS = { refusal: 9_000, primary: 12_000 }
const MOST_SHOWN = 20
/** The refusal that callers can rely on: try again later. */
const GOOD_REFUSAL = '503'
const NO_ANSWER = 'no answer'

/** Prints the table and what went wrong; returns whether nothing did. */
export function printFailover({ struck, sent, verdict }: FailoverResult): boolean {
  const seen = struck.map((fault) => describeFault(fault, sent))
  const problems = [...seen.flatMap((each) => each.problems), ...verdict.findings]
  const lines = [
    '',
    ...formatTable(
      HEADINGS,
      seen.map(({ cells }) => cells),
    ),
    '',
    `lost ${verdict.lost}, doubled ${verdict.doubled}; ledger ${verdict.isLedgerProven ? 'proven' : 'NOT proven'}`,
    verdict.figures,
    ...problems.slice(0, MOST_SHOWN).map((line) => styleText('red', `✗ ${line}`)),
    ...(problems.length > MOST_SHOWN ? [`and ${problems.length - MOST_SHOWN} more`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return problems.length === 0
}

/** What those who asked saw of it, and what of that the drill does not accept, a line each. */
function describeFault(
  fault: StruckFault,
  sent: readonly Sent[],
): { cells: string[]; problems: string[] } {
  const { name, mayBeSilent, at, until, primaryMs } = fault
  // a call that was under way at that moment is hit, too
  const calls = sent.filter((each) => each.at + each.ms >= at && each.at + each.ms < until)
  const failures = calls.flatMap((call) => {
    const kind = describeFailure(call)
    return kind === null ? [] : [{ call, kind }]
  })
  const kinds = Object.entries(Object.groupBy(failures, ({ kind }) => kind)).map(
    ([kind, group = []]) => ({ kind, text: `${group.length} × ${kind}` }),
  )
  const [slowest] = failures.map(({ call }) => call).toSorted((a, b) => b.ms - a.ms)
  const pause = (what: string): string => {
    const good = sent.filter(({ call, status }) => call.name === what && status === 200)
    const ends = good.map((each) => each.at + each.ms)
    return seconds(
      longestPause(
        ends.filter((end) => end > at && end < until),
        fault,
      ),
    )
  }
  const allowed = mayBeSilent ? [GOOD_REFUSAL, NO_ANSWER] : [GOOD_REFUSAL]
  return {
    cells: [
      ...[name, primaryMs === null ? '–' : seconds(primaryMs), pause('charge'), pause('page')],
      ...[String(calls.length), kinds.map(({ text }) => text).join(', ') || '0'],
      slowest === undefined
        ? '–'
        : `${seconds(slowest.ms)} ${slowest.call.method} ${slowest.call.path}`,
    ],
    problems: [
      ...kinds
        .filter(({ kind }) => !allowed.includes(kind))
        .map(({ text }) => `${name}: calls failed: ${text}`),
      ...(slowest !== undefined && slowest.ms > MOST_MS.refusal
        ? [`${name}: ${slowest.call.path} failed after ${seconds(slowest.ms)}`]
        : []),
      ...(primaryMs !== null && primaryMs > MOST_MS.primary
        ? [`${name}: no primary for ${seconds(primaryMs)}`]
        : []),
    ],
  }
}

/** The longest time between two of these moments, or between one of them and an end of the span. */
function longestPause(moments: readonly number[], { at, until }: StruckFault): number {
  const points = [at, ...moments.toSorted((a, b) => a - b), until]
  return Math.max(...points.slice(1).map((point, index) => point - points[index]!))
}

/** In which way a call failed; null when it did not. Answers to what a buyer did before are no failures. */
function describeFailure({ call, status, text }: Sent): string | null {
  if (status === 200) return null
  if (status === 0) return NO_ANSWER
  const code = /^\{"statusCode":\d+,"code":"(\w+)"/.exec(text)?.[1]
  if (code === undefined) return `${status} without the envelope`
  if (status === 503 && (code === 'DEPENDENCY_DOWN' || code === 'OVERLOADED')) return GOOD_REFUSAL
  const isBuyersOwn = status === 429 || (status === 409 && call.name === 'payment')
  return isBuyersOwn ? null : `${status} ${code}`
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
