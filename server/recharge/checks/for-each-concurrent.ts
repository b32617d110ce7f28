import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { isPaymentFailure } from '../../gateways/payments/payments.ts'
import { BatchFailures } from '../../jobs/batch-failures.ts'

const CONCURRENCY = 8

/**
 * Does the work for each item, eight at a time, until the list ends or `stop` aborts. A failed item does not
 * stop the others; the failures are thrown when all have ended.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  stop: AbortSignal | undefined,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures = new BatchFailures()
  const queue = items.entries()
  const workThrough = async () => {
    for (const [index, item] of queue) {
      if (stop?.aborted) return
      await failures.guard(`item ${index + 1} of ${items.length}`, () => work(item))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, workThrough))
  failures.throwAny()
}

/** Does the work for one order; a failure of the provider is logged and not thrown. */
export async function logProviderFailure(
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
