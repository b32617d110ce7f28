import type { Verdict } from '../books.ts'
import { type FaultRow, GOOD_REFUSAL, NO_ANSWER } from './summarize-fault.ts'

const MOST_MS = { refusal: 9_000, primary: 12_000 }

/** What the drill does not accept, a line each. */
export function listViolations(rows: readonly FaultRow[], verdict: Verdict): string[] {
  return [...rows.flatMap(violationsOf), ...verdict.findings]
}

function violationsOf(row: FaultRow): string[] {
  const { name, failed, slowestFailureMs, primaryMs, mayBeSilent } = row
  const allowed = mayBeSilent ? [GOOD_REFUSAL, NO_ANSWER] : [GOOD_REFUSAL]
  const bad = Object.entries(failed).filter(([kind]) => !allowed.includes(kind))
  return [
    ...bad.map(([kind, count]) => `${name}: ${count} calls failed with: ${kind}`),
    ...(slowestFailureMs > MOST_MS.refusal
      ? [`${name}: ${row.slowestFailure} failed after ${seconds(slowestFailureMs)} s`]
      : []),
    ...(primaryMs !== null && primaryMs > MOST_MS.primary
      ? [`${name}: no primary for ${seconds(primaryMs)} s`]
      : []),
  ]
}

export function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
