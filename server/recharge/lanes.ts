import type { Deps } from '../deps.ts'
import { AppError } from '../http/errors.ts'
import { isPaymentFailure } from '../gateways/payments.ts'

const AT_ONCE = 8

/** Works through a list, several at a time, until it ends or is told to stop. */
export async function inLanes<Item>(
  items: readonly Item[],
  stop: AbortSignal | undefined,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = items.values()
  const lane = async () => {
    for (const item of queue) {
      if (stop?.aborted) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/** One order's trouble with the provider must not keep the others waiting. */
export async function tolerating(
  { log }: Pick<Deps, 'log'>,
  orderId: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isPaymentFailure(error) && !(error instanceof AppError)) throw error
    log.warn({ err: error, orderId }, 'the provider could not be asked about an order')
  }
}
