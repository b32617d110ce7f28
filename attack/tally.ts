import { styleText } from 'node:util'
import { formatTable } from '#harness/format-table.ts'
import type { DatabaseServer } from '#harness/database-server.ts'

/** What came of one attack, or of one part of it. */
export interface AttackRow {
  attack: string
  /** Sent to the shop. */
  requests: number
  /** One line for each weakness; the run fails when there is one. */
  findings: string[]
  /** What was measured or how it was bounded. */
  note: string
}

export interface AttackOptions {
  database: DatabaseServer
  /** Seconds in place of minutes. */
  isSmall: boolean
  /** Of each kind in `growth`. */
  growthCalls: number
}

/** Attacks a shop of its own, which ends with it. */
export type Attack = (options: AttackOptions) => Promise<AttackRow[]>

/** Collects what one row reports. */
export interface Tally {
  /** Counts requests. */
  count(requests?: number): void
  /** A finding unless the condition holds. */
  expect(holds: boolean, text: string): void
  row(note: string): AttackRow
}

const MOST_FINDINGS = 25

export function createTally(attack: string): Tally {
  let requests = 0
  const findings: string[] = []
  return {
    count(more = 1) {
      requests += more
    },
    expect(holds, text) {
      if (!holds && findings.length < MOST_FINDINGS && !findings.includes(text)) findings.push(text)
    },
    row: (note) => ({ attack, requests, findings, note }),
  }
}

/** Prints the table and each finding; returns whether there was none. */
export function printAttacks(rows: readonly AttackRow[]): boolean {
  const cells = rows.map(({ attack, requests, findings, note }) => [
    ...[attack, requests.toLocaleString('en'), String(findings.length), note],
  ])
  const findings = rows.flatMap(({ attack, findings: found }) =>
    found.map((text) => styleText('red', `✗ ${attack}: ${text}`)),
  )
  const table = formatTable(['Attack', 'Requests', 'Findings', 'Note'], cells)
  process.stdout.write(`${['', ...table, '', ...findings].join('\n')}\n`)
  return findings.length === 0
}
