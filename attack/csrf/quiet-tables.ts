import { digestTables } from '#server/testing/console/table-digests.ts'
import type { Sql } from '#server/db/sql.ts'

/** What changes by itself or says that a call was refused: jobs, when a session was last seen, the audit. */
const RESTLESS = [
  ...['jobs', 'timed_jobs', 'sessions', 'operator_sessions', 'operator_actions'],
  ...['console_snapshots', 'used_captchas', 'alerts', 'credit_checkpoints', 'push_messages'],
]

/** A digest of each table that only a call can change. */
export async function digestQuietTables(sql: Sql): Promise<Record<string, string>> {
  const digests = await digestTables(sql)
  return Object.fromEntries(Object.entries(digests).filter(([name]) => !RESTLESS.includes(name)))
}

/** Names of tables that differ. */
export function changedTables(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name])
}
