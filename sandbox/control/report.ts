import { noFaults, type FaultCount } from '../faults/plan.ts'
import type { State } from '../storage/state.ts'

/** The sandbox's time, its folder, and what it has to do by itself. */
export function reportState(state: State): object {
  const waiting: Record<string, number> = {}
  for (const { kind } of state.rows('tasks')) waiting[kind] = (waiting[kind] ?? 0) + 1
  return { ...reportClock(state), folder: state.folder, waiting }
}

export function reportClock(state: State): object {
  const now = state.now()
  return {
    now: new Date(now).toISOString(),
    now_ms: now,
    offset_ms: state.get('clock', 'offset')?.offsetMs ?? 0,
  }
}

/** The plan and what has come of it so far. */
export function reportFaults(state: State): object {
  const { seed, calls, webhooks } = state.get('faults', 'plan') ?? noFaults
  const shown = (rules: typeof calls | typeof webhooks): object[] =>
    rules.map(({ delayMs, ...rule }) => ({ ...rule, delay_ms: delayMs }))
  return {
    seed,
    calls: shown(calls),
    webhooks: shown(webhooks),
    counts: { calls: countsOf(state, 'calls'), webhooks: countsOf(state, 'webhooks') },
  }
}

function countsOf(state: State, list: FaultCount['list']): object {
  const own = state.rows('faultCounts').filter((count) => count.list === list)
  return Object.fromEntries(own.map(({ name, met, done }) => [name, { met, done }]))
}
