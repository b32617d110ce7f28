import type { State } from '../storage/state.ts'
import type { Task } from '../storage/tables.ts'

const MOST_AT_ONCE = 8

/** Looked at this often at least, so that a clock that was set does not stall anything. */
const LONGEST_SLEEP_MS = 10_000

export type Duties = Partial<Record<Task['kind'], (task: Task, stop: AbortSignal) => Promise<void>>>

export interface Agenda {
  /** Stops taking up tasks and waits for those under way. */
  close(): Promise<void>
}

/** Does each stored task when it falls due, one at a time for each subject. */
export function startAgenda(options: {
  state: State
  duties: Duties
  now: () => number
  onError(error: unknown): void
}): Agenda {
  const { state, duties, now } = options
  const running = new Map<string, Promise<void>>()
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  function look(): void {
    isLooking = false
    clearTimeout(timer)
    if (stop.signal.aborted) return
    let sleepMs = LONGEST_SLEEP_MS
    for (const task of state.rows('tasks').toReversed()) {
      const key = `${task.kind}:${task.subject}`
      const duty = duties[task.kind]
      if (duty === undefined || running.has(key)) continue
      if (task.dueAtMs > now()) sleepMs = Math.min(sleepMs, task.dueAtMs - now())
      else if (running.size < MOST_AT_ONCE) running.set(key, run(key, task, duty))
    }
    timer = setTimeout(look, sleepMs)
  }

  async function run(key: string, task: Task, duty: NonNullable<Duties['deliver']>): Promise<void> {
    try {
      // What is told to the outside has to be lasting first.
      await state.durable()
      await duty(task, stop.signal)
      running.delete(key)
      wake()
    } catch (error) {
      // Not woken: the next look comes by the timer, so a lasting fault does not spin.
      running.delete(key)
      options.onError(error)
    }
  }

  function wake(): void {
    if (isLooking) return
    isLooking = true
    setImmediate(look)
  }

  state.onChange(wake)
  wake()

  return {
    async close() {
      stop.abort()
      clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}
