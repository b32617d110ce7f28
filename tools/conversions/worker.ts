import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import type { ToolId } from '../wire/tools.ts'
import { CONVERSIONS, prepareConversion } from './all-conversions.ts'
import { ConversionError } from './conversion.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const cancelled = new Set<number>()

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'convert') void convert(message)
  // a dictionary that cannot be read is reported by the job that needs it
  if (message.type === 'prepare') prepareConversion(message.tool).catch(() => {})
  if (message.type === 'cancel') cancelled.add(message.id)
})

async function convert({ id, tool, choice, text }: ToWorker & { type: 'convert' }): Promise<void> {
  try {
    const output = await CONVERSIONS[tool satisfies ToolId](text, choice, async (length) => {
      send({ type: 'progress', id, length })
      // other jobs and a cancellation have their turn
      await nextTurn()
      if (cancelled.has(id)) throw new Error('cancelled')
    })
    send({ type: 'done', id, output })
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error))
    send({ type: 'failed', id, message, isForUser: error instanceof ConversionError })
  } finally {
    cancelled.delete(id)
  }
}

function send(message: FromWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}
