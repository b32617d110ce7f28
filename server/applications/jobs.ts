import type { Deps } from '../deps.ts'
import { sweepAll } from '../jobs/sweep.ts'
import type { TimedJob } from '../jobs/timed.ts'
import { signOnSweeps } from './sign-on/records.store.ts'
import { messageSweeps } from './webhooks/messages.store.ts'

const EVERY_MS = 60 * 60 * 1000

/** The timed jobs of applications. */
export function applicationJobs({ sql, log, now }: Pick<Deps, 'sql' | 'log' | 'now'>): TimedJob[] {
  return [
    {
      name: 'sweep-application-messages',
      everyMs: EVERY_MS,
      run: (stop) =>
        sweepAll({ ...messageSweeps(sql, now()), ...signOnSweeps(sql, now()) }, { log, stop }),
    },
  ]
}
