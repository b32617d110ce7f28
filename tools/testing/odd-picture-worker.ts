import { parentPort } from 'node:worker_threads'
import type { FromPictureWorker, ToPictureWorker } from '../pictures/picture-reader.ts'

// a thread that reads nothing: by the turn of a picture it answers, never ends, or dies
parentPort?.on('message', ({ turn }: ToPictureWorker) => {
  if (turn === 180) throw new Error('out of memory')
  const text = `turned ${turn}`
  const rows = { source: text, cn: text, tw: text, hk: text }
  const answer: FromPictureWorker =
    turn === 90 ? { type: 'progress', done: 1, of: 9 } : { type: 'text', rows, table: null }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer)
})
