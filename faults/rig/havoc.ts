import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseUnavailable } from '#server/db/sql.ts'
import type { FaultPlan } from './provider.ts'
import { hurryJobs } from './reconciler.ts'
import type { World } from './world.ts'

/** 15 % of the calls go wrong in one way or another, and a good part of the deliveries. */
export function manyFaults(seed: number): FaultPlan {
  const each = { on: '*', percent: 2 } as const
  return {
    seed,
    calls: [
      { ...each, fault: 'error_before' },
      { ...each, fault: 'error_after' },
      { ...each, fault: 'reset_before' },
      { ...each, fault: 'reset_after' },
      { ...each, fault: 'drop_after' },
      { ...each, fault: 'rate_limit' },
      { ...each, fault: 'delay', delay_ms: 1_500 },
      { ...each, fault: 'hang_after', percent: 1 },
    ],
    webhooks: [
      { on: '*', fault: 'drop', percent: 10 },
      { on: '*', fault: 'double', percent: 10 },
      { on: '*', fault: 'reorder', percent: 10, delay_ms: 3_000 },
      { on: '*', fault: 'late', percent: 10, delay_ms: 4_000 },
      { on: '*', fault: 'altered', percent: 5 },
    ],
  }
}

const TEN_MINUTES_MS = 10 * 60 * 1000

/** Each life of the app has another idea of what time it is. */
export function wrongClock({ random }: Pick<World, 'random'>): () => number {
  return () => random.pick([-TEN_MINUTES_MS, 0, TEN_MINUTES_MS])
}

interface Havoc {
  /** Rejects when what was killed does not come back; resolves when it was stopped. */
  end: Promise<unknown>
  stop(): Promise<void>
}

/** Kills app and database at random and hurries the jobs, until it is stopped. */
export function startHavoc(world: World): Havoc {
  const { app, database, random } = world
  const stopping = new AbortController()

  async function every(low: number, high: number, work: () => unknown): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(random.between(low, high), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      )
      if (!stopping.signal.aborted) await work()
    }
  }

  /** A slow machine is not to be killed before it has done anything: a life counts from its first answer. */
  async function back(): Promise<void> {
    if (!stopping.signal.aborted) await app.ready()
  }

  const running = Promise.all([
    every(1_500, 4_000, () => {
      app.kill()
      return back()
    }),
    every(5_000, 9_000, () => {
      database.kill()
      return back()
    }),
    every(3_000, 3_000, () => hurryJobs(world).catch(ignoreOutage)),
  ])
  return {
    end: running,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function ignoreOutage(error: unknown): void {
  if (!(error instanceof DatabaseUnavailable)) throw error
}
