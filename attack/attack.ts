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
  finding(text: string): void
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
    finding(text) {
      if (findings.length < MOST_FINDINGS && !findings.includes(text)) findings.push(text)
    },
    expect(holds, text) {
      if (!holds) this.finding(text)
    },
    row: (note) => ({ attack, requests, findings, note }),
  }
}
