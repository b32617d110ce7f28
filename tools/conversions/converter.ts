import { Worker } from 'node:worker_threads'
import type { Output } from '../wire/job.ts'
import type { ToolId } from '../wire/tools.ts'
import { ConversionError } from './conversion.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** The longest text takes a second; one that takes this long is stuck. */
const JOB_LIMIT_MS = 20_000

export interface ConversionOrder {
  tool: ToolId
  choice: string
  text: string
}

export interface Converter {
  /** Throws ConversionError for a text that cannot be converted, or the signal's reason. */
  convert(
    order: ConversionOrder,
    options: { onProgress: (length: number) => void; signal: AbortSignal },
  ): Promise<Output>
  /** Reads what a tool needs before its first job. */
  prepare(tool: ToolId): void
  close(): Promise<void>
}

interface PendingJob {
  onProgress: (length: number) => void
  resolve: (output: Output) => void
  reject: (error: Error) => void
}

/** Converts texts in a thread of its own, so that a long one does not hold up other requests. */
export function createConverter(): Converter {
  const pending = new Map<number, PendingJob>()
  let worker: Worker | null = null
  let count = 0

  function startWorker(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url))
    // an idle thread does not keep the process
    started.unref()
    started.on('message', receive)
    const end = (error: Error) => {
      if (worker !== started) return
      worker = null
      for (const job of pending.values()) job.reject(error)
    }
    started.on('error', end)
    started.on('exit', () => end(new Error('the thread of conversions ended')))
    return started
  }

  function receive(message: FromWorker): void {
    const job = pending.get(message.id)
    if (message.type === 'progress') job?.onProgress(message.length)
    if (message.type === 'done') job?.resolve(message.output)
    if (message.type === 'failed')
      job?.reject(
        message.isForUser ? new ConversionError(message.message) : new Error(message.message),
      )
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
      pending.set(id, { onProgress, resolve, reject })
      const cancel = () => {
        send({ type: 'cancel', id })
        reject(signal.reason)
      }
      signal.addEventListener('abort', cancel, { once: true })
      const limit = setTimeout(() => void worker?.terminate(), JOB_LIMIT_MS)
      try {
        send({ type: 'convert', id, tool, choice, text })
        return await promise
      } finally {
        clearTimeout(limit)
        signal.removeEventListener('abort', cancel)
        pending.delete(id)
      }
    },
    prepare: (tool) => send({ type: 'prepare', tool }),
    async close() {
      await worker?.terminate()
    },
  }
}
