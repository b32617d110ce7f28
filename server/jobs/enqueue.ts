import { uuidv7 } from '../db/ids.ts'
import { afterCommit, type Query } from '../db/sql.ts'
import { insertJob } from './jobs.store.ts'

export interface Job {
  kind: string
  /** Stored as JSON, so the handler reads it back with a schema. */
  payload: object
  /** Of several jobs of a kind with the same key only the first is kept, for a week after it is done. */
  dedupeKey?: string
  /** Not before this time; at once when absent. */
  runAt?: Date
}

/** Stores a job that one of the nodes runs at least once after the transaction has committed. */
export async function enqueueJob(
  tx: Query,
  { kind, payload, dedupeKey, runAt }: Job,
): Promise<void> {
  await insertJob(tx, {
    id: uuidv7(),
    kind,
    payload,
    dedupeKey: dedupeKey ?? null,
    runAt: runAt ?? null,
  })
  afterCommit(tx, wakeWorkers)
}

const listeners = new Set<() => void>()

/** Wakes this process's workers. A hint: a worker that misses it finds the work at its next poll. */
export function wakeWorkers(): void {
  for (const listener of listeners) listener()
}

/** Returns a function that unsubscribes. */
export function onWake(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
