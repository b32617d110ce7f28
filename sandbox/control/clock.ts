import type { Params } from '../api/params.ts'
import { invalidParam } from '../api/errors.ts'
import type { Change } from '../storage/state.ts'

/** Ten years: further than anything that the sandbox waits for. */
const FURTHEST_MS = 10 * 365 * 24 * 60 * 60 * 1000

/**
 * Reads the new time. `offset_ms` sets the clock wrong, and waiting tasks wait as long as before; `advance_ms`
 * lets time pass and makes tasks due.
 */
export function readClock(params: Params): (change: Change) => void {
  const offsetMs = readMs(params, 'offset_ms')
  const advanceMs = readMs(params, 'advance_ms')
  if ((offsetMs === undefined) === (advanceMs === undefined)) {
    throw invalidParam('offset_ms', 'Give offset_ms or advance_ms.')
  }
  if (advanceMs !== undefined && advanceMs < 0) {
    throw invalidParam('advance_ms', 'Time does not go back; set the offset instead.')
  }
  return (change) => {
    const before = change.get('clock', 'offset')?.offsetMs ?? 0
    change.put('clock', 'offset', { offsetMs: offsetMs ?? before + (advanceMs ?? 0) })
    if (offsetMs !== undefined) moveWaiting(change, offsetMs - before)
  }
}

function readMs(params: Params, name: string): number | undefined {
  const ms = params.integer(name)
  if (ms === undefined || Math.abs(ms) <= FURTHEST_MS) return ms
  throw invalidParam(name, `${name} is more than ten years.`)
}

function moveWaiting(change: Change, byMs: number): void {
  for (const task of change.rows('tasks')) {
    change.put('tasks', `${task.kind}:${task.subject}`, { ...task, dueAtMs: task.dueAtMs + byMs })
    const challenge = change.get('challenges', task.subject)
    if (task.kind !== 'expire' || challenge?.expiresAtMs === undefined) continue
    const expiresAtMs = challenge.expiresAtMs + byMs
    change.put('challenges', task.subject, { ...challenge, expiresAtMs })
  }
}
