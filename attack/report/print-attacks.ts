import { styleText } from 'node:util'
import { formatTable } from '#harness/format-table.ts'
import type { AttackRow } from '../attack.ts'

const HEADINGS = ['Attack', 'Requests', 'Findings', 'Note']

/** Prints the table and each finding; returns whether there was none. */
export function printAttacks(rows: readonly AttackRow[]): boolean {
  const cells = rows.map(({ attack, requests, findings, note }) => [
    attack,
    requests.toLocaleString('en'),
    String(findings.length),
    note,
  ])
  const findings = rows.flatMap(({ attack, findings: found }) =>
    found.map((text) => styleText('red', `✗ ${attack}: ${text}`)),
  )
  const lines = ['', ...formatTable(HEADINGS, cells), '', ...findings]
  process.stdout.write(`${lines.join('\n')}\n`)
  return findings.length === 0
}
