import type { Sql } from '../db/sql.ts'
import { failureText, recordEnd } from './record-end.ts'
import { runUnderLease } from './lease.ts'
import { type JobLog, startLoop } from './loop.ts'
import * as store from './timed.store.ts'

/** Periodic work; each turn runs on one node, the first at once. */
export type TimedJob = Schedule & {
  name: string
  run: (signal: AbortSignal) => Promise<void>
}

/** The pause after a turn, or the hour of each day. After a failed turn the pause is ten minutes at most. */
type Schedule = { everyMs: number } | { dailyAt: TimeOfDay }

const AFTER_FAILURE_MS = 10 * 60_000
/** Turns of a node at the same time: after a start all are due, and visitors need connections, too. */
const MOST_AT_ONCE = 6
/** Failed turns in a row before an alert; a single one may be a short outage. */
const FAILURES_TO_REPORT = 2

/** A timed job that fails turn after turn. */
export interface FailingJob {
  name: string
  /** Turns in a row that failed. */
  failures: number
  since: Date
  error: string
}

interface TimedOptions {
  sql: Sql
  timed: readonly TimedJob[]
  log: JobLog
  leaseMs: number
  pollMs: number
  /** Aborts the turns that are running. */
  stop: AbortSignal
  /** Called each time a job has failed again. */
  onFailing?: ((job: FailingJob) => Promise<void>) | undefined
}

export function startTimed({ sql, timed, log, leaseMs, pollMs, stop, onFailing }: TimedOptions): {
  stop: () => Promise<void>
} {
  const byName = new Map(timed.map((job) => [job.name, job]))
  const running = new Set<Promise<void>>()
  let isRegistered = false
  const loop = startLoop(takeTurns, { name: 'timed jobs', pollMs, log })

  async function takeTurns(): Promise<boolean> {
    if (!isRegistered) await store.registerTimedJobs(sql, [...byName.keys()])
    isRegistered = true
    const most = MOST_AT_ONCE - running.size
    if (most <= 0) return false
    for (const turn of await store.claimTurns(sql, [...byName.keys()], { leaseMs, most })) {
      const job = byName.get(turn.name)
      if (job === undefined) continue
      const work = perform(job, turn).finally(() => running.delete(work))
      running.add(work)
    }
    return false
  }

  async function perform(
    { name, run, ...schedule }: TimedJob,
    turn: store.ClaimedTurn,
  ): Promise<void> {
    let error: string | null = null
    try {
      await runUnderLease(run, {
        leaseMs,
        extend: () => store.extendTurnLease(sql, turn, leaseMs),
        stop,
      })
    } catch (failure) {
      if (stop.aborted) {
        // this node must not claim it once more
        await loop.stop()
        return tryToRecord(name, () => store.releaseTurn(sql, turn))
      }
      log.error({ err: failure, job: name }, 'a turn of a timed job failed')
      error = failureText(failure)
    }
    const waitMs = 'everyMs' in schedule ? schedule.everyMs : msUntil(schedule.dailyAt, new Date())
    const pauseMs = error === null ? waitMs : Math.min(waitMs, AFTER_FAILURE_MS)
    await tryToRecord(name, async () => {
      const streak = await recordEnd(() => store.finishTurn(sql, turn, { pauseMs, error }), {
        forMs: leaseMs,
        stop,
      })
      if (error === null || !streak?.since || streak.failures < FAILURES_TO_REPORT) return
      await onFailing?.({ name, failures: streak.failures, since: streak.since, error })
    })
  }

  async function tryToRecord(name: string, work: () => Promise<void>): Promise<void> {
    await work().catch((failure: unknown) => {
      log.error(
        { err: failure, job: name },
        'the end of a turn could not be noted; it may come again',
      )
    })
  }

  return {
    async stop() {
      await loop.stop()
      await Promise.all(running)
    },
  }
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A full hour on the clock of a time zone. */
export interface TimeOfDay {
  hour: number
  timeZone: string
}

/** Milliseconds until the clock next shows that hour. When a clock change skips the hour, it may be an hour off. */
export function msUntil({ hour, timeZone }: TimeOfDay, now: Date): number {
  const sinceMidnight = timeOfDay(now, timeZone)
  const wait = (hour * HOUR_MS - sinceMidnight + DAY_MS) % DAY_MS || DAY_MS
  // the clock may be put forward or back meanwhile
  const shown = timeOfDay(new Date(now.getTime() + wait), timeZone)
  const shift = hour * HOUR_MS - shown
  const off = Math.abs(shift) > DAY_MS / 2 ? shift - Math.sign(shift) * DAY_MS : shift
  return wait + off > 0 ? wait + off : wait + off + DAY_MS
}

/** Milliseconds since midnight by the clock there. */
function timeOfDay(time: Date, timeZone: string): number {
  const format = { timeZone, hourCycle: 'h23', timeStyle: 'medium' } as const
  const [hours = 0, minutes = 0, seconds = 0] = new Intl.DateTimeFormat('en-GB', format)
    .format(time)
    .split(':')
    .map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + time.getUTCMilliseconds()
}
