import { Worker } from 'node:worker_threads'
import type { Output } from '../wire/job.ts'
import type { ToolId } from '../wire/tools.ts'
import { ConversionError } from './conversion.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** The longest text takes a second; one that keeps the thread this long from all others is stuck. */
const TURN_LIMIT_MS = 20_000

export interface ConversionOrder {
  tool: ToolId
  choice: string
  text: string
}

export interface Converter {
  /**
   * Throws ConversionError for a text that cannot be converted. A job whose signal aborts ends when its thread has
   * stopped the work: until then it has its place.
   */
  convert(
    order: ConversionOrder,
    options: { onProgress: (length: number) => void; signal: AbortSignal },
  ): Promise<Output>
  /** Reads what a tool needs before its first job. */
  prepare(tool: ToolId): void
  close(): Promise<void>
}

interface PendingJob {
  order: ConversionOrder
  onProgress: (length: number) => void
  resolve: (output: Output) => void
  reject: (error: Error) => void
}

/**
 * Converts texts in a thread of its own, so that a long one does not hold up other requests. Jobs take turns there;
 * one whose turn does not end is ended with the thread, and the others begin again in a new one.
 */
export function createConverter({
  turnLimitMs = TURN_LIMIT_MS,
  program = new URL('./worker.ts', import.meta.url),
} = {}): Converter {
  const pending = new Map<number, PendingJob>()
  let worker: Worker | null = null
  let count = 0
  /** The job that has the thread. */
  let turn: number | null = null
  let turnLimit: NodeJS.Timeout | undefined

  function startWorker(): Worker {
    const started = new Worker(program)
    // an idle thread does not keep the process
    started.unref()
    started.on('message', receive)
    const end = (error: Error) => {
      if (worker !== started) return
      worker = null
      const ended = turn
      endTurn()
      for (const [id, { order, reject }] of pending) {
        // without a job at work the thread itself is broken
        if (id === ended || ended === null) reject(error)
        else send({ type: 'convert', id, ...order })
      }
    }
    started.on('error', end)
    started.on('exit', () => end(new Error('the thread of conversions ended')))
    return started
  }

  function receive(message: FromWorker): void {
    endTurn()
    const job = pending.get(message.id)
    if (message.type === 'turn') beginTurn(message.id)
    if (message.type === 'progress') job?.onProgress(message.length)
    if (message.type === 'done') job?.resolve(message.output)
    if (message.type === 'failed')
      job?.reject(
        message.isForUser ? new ConversionError(message.message) : new Error(message.message),
      )
  }

  function beginTurn(id: number): void {
    turn = id
    turnLimit = setTimeout(() => void worker?.terminate(), turnLimitMs)
  }

  function endTurn(): void {
    turn = null
    clearTimeout(turnLimit)
  }

  function send(message: ToWorker): void {
    worker ??= startWorker()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(message)
  }

  return {
    async convert({ tool, choice, text }, { onProgress, signal }) {
      signal.throwIfAborted()
      const id = (count += 1)
      const { promise, resolve, reject } = Promise.withResolvers<Output>()
      const order = { tool, choice, text }
      pending.set(id, { order, onProgress, resolve, reject })
      const cancel = () => send({ type: 'cancel', id })
      signal.addEventListener('abort', cancel, { once: true })
      try {
        send({ type: 'convert', id, ...order })
        return await promise
      } finally {
        signal.removeEventListener('abort', cancel)
        pending.delete(id)
      }
    },
    prepare: (tool) => send({ type: 'prepare', tool }),
    async close() {
      clearTimeout(turnLimit)
      await worker?.terminate()
    },
  }
}
