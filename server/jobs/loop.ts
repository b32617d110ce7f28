import type { FastifyBaseLogger } from 'fastify'

export type JobLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

export interface Loop {
  /** Ends the pause, or skips the next one. */
  wake: () => void
  /** Resolves when the current turn is over. */
  stop: () => Promise<void>
}

/**
 * Repeats `turn` until stopped, with a pause of `pollMs` when it returns false or fails. A series of failures is
 * logged at its begin and its end only.
 */
export function startLoop(
  turn: () => Promise<boolean>,
  { name, pollMs, log }: { name: string; pollMs: number; log: JobLog },
): Loop {
  const stopping = new AbortController()
  let isAwake = false
  let endPause: (() => void) | undefined

  async function pause(): Promise<void> {
    if (isAwake || stopping.signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => resolve(undefined), pollMs)
    endPause = () => resolve(undefined)
    await promise
    clearTimeout(timer)
  }

  async function run(): Promise<void> {
    let isFailing = false
    while (!stopping.signal.aborted) {
      isAwake = false
      try {
        const hasMore = await turn()
        if (isFailing) log.info(`${name}: working again`)
        isFailing = false
        if (hasMore) continue
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, `${name}: out of work until this passes`)
        isFailing = true
        isAwake = false
      }
      await pause()
    }
  }

  const finished = run()
  return {
    wake() {
      isAwake = true
      endPause?.()
    },
    stop() {
      stopping.abort()
      endPause?.()
      return finished
    },
  }
}
