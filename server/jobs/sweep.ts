import { deleteInBatches } from '../db/delete-in-batches.ts'
import { BatchFailures } from './batch-failures.ts'
import type { JobLog } from './loop.ts'

/** Longest time of one sweep in a turn; the next turn continues. */
const SWEEP_MS = 60_000

/** Statements by what they delete. Each deletes at most BATCH_ROWS rows and returns one row for each. */
export type Sweeps = Readonly<Record<string, () => Promise<readonly unknown[]>>>

/** Runs the sweeps one after another; one that fails or takes long does not hold up the others. */
export async function sweepAll(
  sweeps: Sweeps,
  { log, stop, mostMs = SWEEP_MS }: { log: JobLog; stop: AbortSignal; mostMs?: number },
): Promise<void> {
  const failures = new BatchFailures(log)
  for (const [name, deletePart] of Object.entries(sweeps)) {
    if (stop.aborted) return
    const end = AbortSignal.any([stop, AbortSignal.timeout(mostMs)])
    await failures.guard(name, () => deleteInBatches(deletePart, end))
  }
  failures.throwAny()
}
