import { parentPort } from 'node:worker_threads'
import type { FromPictureWorker, ToPictureWorker } from '../pictures/messages.ts'

// a thread that reads nothing: by the turn of a picture it answers, never ends, or dies
parentPort?.on('message', ({ turn }: ToPictureWorker) => {
  if (turn === 180) throw new Error('out of memory')
  const text = `turned ${turn}`
  const box = { text, x: 0, y: 0, width: 100, height: 20, slope: 0 }
  const answer: FromPictureWorker =
    turn === 90 ? { type: 'progress', done: 1, of: 9 } : { type: 'boxes', boxes: [box] }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer)
})
