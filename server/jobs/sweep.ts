import { inParts } from '../db/in-parts.ts'
import { Failures } from './failures.ts'
import type { Log } from './loop.ts'

/** What one sweep may take of a turn; the next turn goes on. */
const SWEEP_MS = 60_000

/** Statements by what they delete: each at most a PART, and returning one row for each. */
export type Sweeps = Readonly<Record<string, () => Promise<readonly unknown[]>>>

/** Deletes what is too old, table by table; one that fails or takes long does not keep the others. */
export async function sweepAll(
  sweeps: Sweeps,
  { log, stop, mostMs = SWEEP_MS }: { log: Log; stop: AbortSignal; mostMs?: number },
): Promise<void> {
  const failures = new Failures(log)
  for (const [name, deletePart] of Object.entries(sweeps)) {
    if (stop.aborted) return
    const end = AbortSignal.any([stop, AbortSignal.timeout(mostMs)])
    await failures.guard(name, () => inParts(deletePart, end))
  }
  failures.throwAny()
}
