import { styleText } from 'node:util'
import type { FailoverResult } from '../run-failover.ts'
import { formatTable } from '#harness/format-table.ts'
import { listViolations, seconds } from './list-violations.ts'
import type { FaultRow } from './summarize-fault.ts'

const MOST_SHOWN = 20

/** Prints the table and what went wrong; returns whether nothing did. */
export function printFailover({ rows, verdict }: FailoverResult): boolean {
  const violations = listViolations(rows, verdict)
  const lines = [
    '',
    ...formatTable(HEADINGS, rows.map(cellsOf)),
    '',
    `lost ${verdict.lost}, doubled ${verdict.doubled}; ledger ${verdict.isLedgerProven ? 'proven' : 'NOT proven'}`,
    verdict.figures,
    `slowest failure: ${slowestOf(rows)}`,
    ...violations.slice(0, MOST_SHOWN).map((line) => styleText('red', `✗ ${line}`)),
    ...(violations.length > MOST_SHOWN ? [`and ${violations.length - MOST_SHOWN} more`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return violations.length === 0
}

function slowestOf(rows: readonly FaultRow[]): string {
  const [slowest] = rows.toSorted((a, b) => b.slowestFailureMs - a.slowestFailureMs)
  return slowest?.slowestFailure || 'none'
}

const HEADINGS = [
  'What dies',
  'Primary after',
  'No charge for',
  'No page for',
  'Calls',
  'Failed',
  'Slowest failure',
]

function cellsOf(row: FaultRow): string[] {
  const failed = Object.entries(row.failed).map(([kind, count]) => `${count} × ${kind}`)
  return [
    row.name,
    row.primaryMs === null ? '–' : `${seconds(row.primaryMs)} s`,
    `${seconds(row.noChargeMs)} s`,
    `${seconds(row.noPageMs)} s`,
    String(row.calls),
    failed.join(', ') || '0',
    failed.length === 0 ? '–' : `${seconds(row.slowestFailureMs)} s`,
  ]
}
