import type { State } from '../storage/state.ts'
import type { Task } from '../storage/tables.ts'

const MOST_AT_ONCE = 8

/** The longest sleep, so that a changed clock does not stall a task. */
const LONGEST_SLEEP_MS = 10_000

export type TaskHandlers = Partial<
  Record<Task['kind'], (task: Task, stop: AbortSignal) => Promise<void>>
>

export interface TaskRunner {
  /** Starts no more tasks and waits for those under way. */
  close(): Promise<void>
}

/** Runs each stored task when it is due, one at a time for each subject. */
export function startTaskRunner(options: {
  state: State
  handlers: TaskHandlers
  now: () => number
  onError(error: unknown): void
}): TaskRunner {
  const { state, handlers, now } = options
  const running = new Map<string, Promise<void>>()
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isScheduled = false

  function startDueTasks(): void {
    isScheduled = false
    clearTimeout(timer)
    if (stop.signal.aborted) return
    let sleepMs = LONGEST_SLEEP_MS
    for (const task of state.rows('tasks').toReversed()) {
      const key = `${task.kind}:${task.subject}`
      const handler = handlers[task.kind]
      if (handler === undefined || running.has(key)) continue
      if (task.dueAtMs > now()) sleepMs = Math.min(sleepMs, task.dueAtMs - now())
      else if (running.size < MOST_AT_ONCE) running.set(key, run(key, task, handler))
    }
    timer = setTimeout(startDueTasks, sleepMs)
  }

  async function run(
    key: string,
    task: Task,
    handler: NonNullable<TaskHandlers['deliver']>,
  ): Promise<void> {
    try {
      // an event may leave only once its change is on the disk
      await state.durable()
      await handler(task, stop.signal)
      running.delete(key)
      wake()
    } catch (error) {
      // not woken: the timer starts the next try, so a lasting failure does not spin
      running.delete(key)
      options.onError(error)
    }
  }

  function wake(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(startDueTasks)
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
