import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { isPaymentFailure } from '../../gateways/payments.ts'
import { Failures } from '../../jobs/failures.ts'

const AT_ONCE = 8

/**
 * Works through a list, several at a time, until it ends or is told to stop. An item that fails stops
 * neither the others nor its lane; all of them have ended when the failures are thrown.
 */
export async function inLanes<Item>(
  items: readonly Item[],
  stop: AbortSignal | undefined,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures = new Failures()
  const queue = items.entries()
  const lane = async () => {
    for (const [index, item] of queue) {
      if (stop?.aborted) return
      await failures.guard(`item ${index + 1} of ${items.length}`, () => work(item))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  failures.throwAny()
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
