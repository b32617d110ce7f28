import type { Deps } from '../deps.ts'
import { DEVICE_COOKIE_S } from '../http/cookies.ts'
import { sessionIdleCutoff } from '../http/sessions/session.ts'
import { sweepAll } from '../jobs/sweep.ts'
import type { TimedJob } from '../jobs/timed.ts'
import { eraseClosedAccounts, type ReleaseHolds } from './closing/close-account.ts'
import { accountSweeps, type SweepCutoffs } from './sweep.store.ts'

const EVERY_MS = 10 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** A user's newest login stays however old it is: looking at all of those would take longer every year. */
const LOGINS_LOOKED_THROUGH_MS = 60 * DAY_MS

type Needs = Pick<Deps, 'sql' | 'now' | 'log' | 'config' | 'content'>

/** What accounts need done by the clock. */
export function accountJobs(deps: Needs, releaseHolds: ReleaseHolds): TimedJob[] {
  const { sql, log } = deps
  return [
    {
      name: 'sweep',
      everyMs: EVERY_MS,
      run: (stop) => sweepAll(accountSweeps(sql, cutoffsAt(deps.now())), { log, stop }),
    },
    {
      name: 'erase-closed-accounts',
      everyMs: EVERY_MS,
      run: (signal) => eraseClosedAccounts(deps, releaseHolds, signal),
    },
  ]
}

function cutoffsAt(now: Date): SweepCutoffs {
  const devicesAfter = new Date(now.getTime() - DEVICE_COOKIE_S * 1000)
  const loginsFrom = new Date(devicesAfter.getTime() - LOGINS_LOOKED_THROUGH_MS)
  return { now, seenAfter: sessionIdleCutoff(now), devicesAfter, loginsFrom }
}
