import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseUnavailable } from '#server/db/sql.ts'
import { makeJobsDue } from './jobs.ts'
import type { Scenario } from './scenario.ts'

interface Outages {
  /** Rejects when a killed process does not come back; resolves after `stop`. */
  ended: Promise<unknown>
  stop(): Promise<void>
}

/** Kills app and database at random times and makes the jobs run early, until it is stopped. */
export function startOutages(scenario: Scenario): Outages {
  const { app, database, random } = scenario
  const stopping = new AbortController()

  async function repeat(low: number, high: number, work: () => unknown): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(random.between(low, high), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      )
      if (!stopping.signal.aborted) await work()
    }
  }

  /** The next pause begins when the app answers, so that it does some work on a slow machine too. */
  async function untilAppReady(): Promise<void> {
    if (!stopping.signal.aborted) await app.ready()
  }

  const ended = Promise.all([
    repeat(1_500, 4_000, () => {
      app.kill()
      return untilAppReady()
    }),
    repeat(5_000, 9_000, () => {
      database.kill()
      return untilAppReady()
    }),
    repeat(3_000, 3_000, () => makeJobsDue(scenario).catch(ignoreOutage)),
  ])
  return {
    ended,
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** For `catch`: rethrows everything but an unavailable database. */
export function ignoreOutage(error: unknown): void {
  if (!(error instanceof DatabaseUnavailable)) throw error
}
