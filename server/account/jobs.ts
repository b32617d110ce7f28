import type { Deps } from '../deps.ts'
import { DEVICE_COOKIE_S } from '../http/cookies.ts'
import { sessionIdleCutoff } from '../http/sessions/session.ts'
import { sweepAll } from '../jobs/sweep.ts'
import type { TimedJob } from '../jobs/timed.ts'
import { eraseClosedAccounts, type EndSpending } from './closing/close-account.ts'
import { accountSweeps, type SweepCutoffs } from './sweep.store.ts'

const EVERY_MS = 10 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** A user's newest login is never deleted; without this bound the sweep would read more of them every year. */
const LOGINS_SEARCHED_MS = 60 * DAY_MS

type Needs = Pick<Deps, 'sql' | 'now' | 'log' | 'config' | 'content'>

/** What the jobs need of other features; the app passes it in. */
interface OtherFeatures {
  endSpending: EndSpending
}

/** The timed jobs of accounts. */
export function accountJobs(deps: Needs, { endSpending }: OtherFeatures): TimedJob[] {
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
      run: (signal) => eraseClosedAccounts(deps, endSpending, signal),
    },
  ]
}

function cutoffsAt(now: Date): SweepCutoffs {
  const devicesAfter = new Date(now.getTime() - DEVICE_COOKIE_S * 1000)
  const loginsFrom = new Date(devicesAfter.getTime() - LOGINS_SEARCHED_MS)
  return { now, seenAfter: sessionIdleCutoff(now), devicesAfter, loginsFrom }
}
