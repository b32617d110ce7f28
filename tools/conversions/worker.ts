import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import type { ToolId } from '../wire/tools.ts'
import { CONVERSIONS, prepareConversion } from './all-conversions.ts'
import { ConversionError } from './conversion.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** Jobs that have not ended, and whether they were cancelled. */
const jobs = new Map<number, { isCancelled: boolean }>()

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'convert') void convert(message)
  // a dictionary that cannot be read is reported by the job that needs it
  if (message.type === 'prepare') prepareConversion(message.tool, message.choice).catch(() => {})
  if (message.type === 'cancel') {
    const job = jobs.get(message.id)
    if (job) job.isCancelled = true
  }
})

async function convert({ id, tool, choice, text }: ToWorker & { type: 'convert' }): Promise<void> {
  const job = { isCancelled: false }
  jobs.set(id, job)
  const takeTurn = () => {
    if (job.isCancelled) throw new Error('cancelled')
    send({ type: 'turn', id })
  }
  try {
    // first, so that the work itself waits for nothing but its turns
    await prepareConversion(tool, choice)
    takeTurn()
    const output = await CONVERSIONS[tool satisfies ToolId](text, choice, async (length) => {
      send({ type: 'progress', id, length })
      // other jobs and a cancellation have their turn
      await nextTurn()
      takeTurn()
    })
    send({ type: 'done', id, output })
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error))
    send({ type: 'failed', id, message, isForUser: error instanceof ConversionError })
  } finally {
    jobs.delete(id)
  }
}

function send(message: FromWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}
