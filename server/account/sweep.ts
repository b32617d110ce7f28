import type { Deps } from '../deps.ts'
import { DEVICE_COOKIE_S } from '../http/cookies.ts'
import { idleSince } from '../http/session.ts'
import type { TimedJob } from '../jobs/timed.ts'
import { eraseClosedAccounts } from './close-account.ts'
import { deleteExpired } from './sweep.store.ts'

const EVERY_MS = 10 * 60 * 1000

/** What accounts need done by the clock. */
export function accountJobs(deps: Pick<Deps, 'sql' | 'now' | 'config' | 'content'>): TimedJob[] {
  return [
    { name: 'sweep', everyMs: EVERY_MS, run: (signal) => sweep(deps, signal) },
    {
      name: 'erase-closed-accounts',
      everyMs: EVERY_MS,
      run: (signal) => eraseClosedAccounts(deps, signal),
    },
  ]
}

function sweep({ sql, ...deps }: Pick<Deps, 'sql' | 'now'>, signal: AbortSignal): Promise<void> {
  const now = deps.now()
  const devicesAfter = new Date(now.getTime() - DEVICE_COOKIE_S * 1000)
  return deleteExpired(sql, { now, seenAfter: idleSince(now), devicesAfter }, signal)
}
