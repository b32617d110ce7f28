import type { Deps } from '../../deps.ts'
import {
  claimSnapshot,
  findSnapshot,
  type StoredSnapshot,
  storeSnapshot,
} from './snapshots.store.ts'

/** What takes no longer is counted for each request; what does, in the background. */
const QUICK_MS = 100
const MINUTE_MS = 60_000
/** Counting takes a hundredth of the time at most. */
const REST_FACTOR = 100

type Needs = Pick<Deps, 'sql' | 'now' | 'log'>

export interface Snapshot<Data> {
  data: Data
  takenAt: Date
  /** Is being taken anew. */
  isRenewing: boolean
}

/**
 * Figures as they are now, where counting is quick. Where it is not, as they were when they were last counted: older
 * than a minute, or than a hundred times what counting takes, they are counted anew by one node, and no request waits.
 */
export async function readSnapshot<Data extends object>(
  deps: Needs,
  name: string,
  count: () => Promise<Data>,
): Promise<Snapshot<Data>> {
  const stored = await findSnapshot<Data>(deps.sql, name)
  if (stored === null || stored.tookMs <= QUICK_MS) {
    const taken = await takeSnapshot(deps, count)
    if (stored === null || taken.tookMs > QUICK_MS) await storeSnapshot(deps.sql, name, taken)
    return { data: taken.data, takenAt: taken.takenAt, isRenewing: false }
  }
  const isRenewing = !isFresh(stored, deps.now())
  if (isRenewing) {
    renew(deps, { name, takenAt: stored.takenAt, count }).catch((err: unknown) =>
      deps.log.warn({ err, figures: name }, 'figures of the console could not be counted anew'),
    )
  }
  return { data: stored.data, takenAt: stored.takenAt, isRenewing }
}

function isFresh({ takenAt, tookMs }: StoredSnapshot<unknown>, now: Date): boolean {
  return Math.abs(now.getTime() - takenAt.getTime()) < Math.max(MINUTE_MS, REST_FACTOR * tookMs)
}

async function takeSnapshot<Data>(
  { now }: Needs,
  count: () => Promise<Data>,
): Promise<StoredSnapshot<Data>> {
  const takenAt = now()
  const begun = performance.now()
  const data = await count()
  return { data, takenAt, tookMs: Math.round(performance.now() - begun) }
}

async function renew<Data extends object>(
  deps: Needs,
  { name, takenAt, count }: { name: string; takenAt: Date; count: () => Promise<Data> },
): Promise<void> {
  if (!(await claimSnapshot(deps.sql, { name, takenAt }))) return
  await storeSnapshot(deps.sql, name, await takeSnapshot(deps, count))
}
