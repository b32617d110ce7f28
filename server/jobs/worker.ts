import type { Sql } from '../db/sql.ts'
import { failureText, recordEnd } from './record-end.ts'
import * as jobs from './jobs.store.ts'
import { LeaseLost, runUnderLease } from './lease.ts'
import { startLoop, type JobLog } from './loop.ts'
import { DEFAULT_ATTEMPTS, retryPauseMs } from './retry-schedule.ts'
import { sweepAll } from './sweep.ts'
import { type FailingJob, startTimed, type TimedJob } from './timed.ts'
import { onWake } from './enqueue.ts'

export interface JobContext {
  /** The same at every attempt, so it can be an idempotency key. */
  id: string
  /** Begins with 1. */
  attempt: number
  /** Aborted when the job was taken over by another node or the process must end. */
  signal: AbortSignal
}

/** Handles jobs of one kind. It may run more than once for a job: a node can die before it records the end. */
export type JobHandler = (payload: unknown, context: JobContext) => Promise<void>

/** A kind of job with its own number of attempts. */
export interface JobKind {
  run: JobHandler
  attempts: number
}

/** Thrown by a handler when no further attempt can help. */
export class GiveUp extends Error {
  override name = 'GiveUp'
}

/** A job that no further attempt is made for. */
export interface DeadJob {
  kind: string
  failure: unknown
}

export interface JobsOptions {
  sql: Sql
  handlers: Readonly<Record<string, JobHandler | JobKind>>
  timed?: readonly TimedJob[]
  /** Called when a timed job has failed more than once in a row. */
  onFailing?: (job: FailingJob) => Promise<void>
  /** Called when a job was given up, with its last failure. */
  onDead?: (job: DeadJob) => Promise<void>
  log: JobLog
  /** Jobs that run at the same time on this node. */
  concurrency?: number
  /** After this time other nodes take over the jobs of a node that died. */
  leaseMs?: number
  pollMs?: number
  /** How long a stop waits before it aborts what is still running. */
  graceMs?: number
}

const PURGE = { name: 'jobs.purge', everyMs: 3_600_000 }
export const JOB_RETENTION = { doneDays: 7, deadDays: 30 }

export interface Jobs {
  stop: () => Promise<void>
}

/** Starts the jobs of this node; nodes share all jobs. */
export function startJobs({
  sql,
  handlers,
  timed = [],
  onFailing,
  onDead,
  log,
  concurrency = 4,
  leaseMs = 30_000,
  pollMs = 1_000,
  graceMs = 8_000,
}: JobsOptions): Jobs {
  const kinds = Object.keys(handlers)
  const running = new Set<Promise<void>>()
  /** Whether jobs may wait for a place that is taken. */
  let isQueueLong = false
  const abort = new AbortController()
  const loop = startLoop(takeJobs, { name: 'jobs', pollMs, log })
  const unsubscribe = onWake(loop.wake)
  const clock = startTimed({
    sql,
    timed: [
      ...timed,
      { ...PURGE, run: (stop) => sweepAll(jobs.jobSweeps(sql, JOB_RETENTION), { log, stop }) },
    ],
    log,
    leaseMs,
    pollMs,
    stop: abort.signal,
    onFailing,
  })

  async function takeJobs(): Promise<boolean> {
    const limit = concurrency - running.size
    isQueueLong = limit === 0
    if (isQueueLong) return false
    const claimed = await jobs.claimJobs(sql, { kinds, limit, leaseMs })
    isQueueLong = claimed.length === limit
    for (const job of claimed) {
      const work = perform(job).finally(() => {
        running.delete(work)
        if (isQueueLong) loop.wake()
      })
      running.add(work)
    }
    return false
  }

  async function perform(job: jobs.ClaimedJob): Promise<void> {
    const outcome = await attempt(job)
    try {
      await record(job, outcome)
    } catch (error) {
      log.error(
        { err: error, job: nameOf(job) },
        'the end of a job could not be noted; it may run again',
      )
    }
  }

  function kindOf(kind: string): JobKind | null {
    const known = handlers[kind]
    return typeof known === 'function'
      ? { run: known, attempts: DEFAULT_ATTEMPTS }
      : (known ?? null)
  }

  /** Resolves to the failure, or to null when the job is done. */
  async function attempt(job: jobs.ClaimedJob): Promise<unknown> {
    const { id, kind, payload, attempt: number } = job
    try {
      const known = kindOf(kind)
      if (known === null) throw new Error(`no handler for ${kind}`)
      if (number > known.attempts) throw new GiveUp('its worker died at every attempt')
      await runUnderLease((signal) => known.run(payload, { id, attempt: number, signal }), {
        leaseMs,
        extend: () => jobs.extendJobLease(sql, job, leaseMs),
        stop: abort.signal,
      })
      return null
    } catch (error) {
      return error ?? new Error('failed without an error')
    }
  }

  /** Until another node may have taken the job over. */
  const store = (work: () => Promise<void>): Promise<void> =>
    recordEnd(work, { forMs: leaseMs, stop: abort.signal })

  async function record(job: jobs.ClaimedJob, failure: unknown): Promise<void> {
    if (failure === null) return store(() => jobs.finishJob(sql, job))
    const details = { err: failure, job: nameOf(job) }
    if (failure instanceof LeaseLost) return log.warn(details, 'job taken over by another node')
    const attempts = kindOf(job.kind)?.attempts ?? DEFAULT_ATTEMPTS
    if (failure instanceof GiveUp || job.attempt >= attempts) {
      log.error(details, 'job given up')
      await store(() => jobs.moveJobToDead(sql, job, failureText(failure)))
      return onDead?.({ kind: job.kind, failure })
    }
    log.warn(details, 'job failed and will be tried again')
    const retry = { pauseMs: retryPauseMs(job.attempt), error: failureText(failure) }
    return store(() => jobs.retryJobLater(sql, job, retry))
  }

  return {
    async stop() {
      unsubscribe()
      await loop.stop()
      const graceTimer = setTimeout(
        () => abort.abort(new Error('the process is stopping')),
        graceMs,
      )
      await Promise.all([...running, clock.stop()])
      clearTimeout(graceTimer)
    },
  }
}

const nameOf = ({ id, kind, attempt }: jobs.ClaimedJob) => ({ id, kind, attempt })
