import { AppError } from '../app-error.ts'
import type { Bucket } from './limit.ts'
import type { Limits } from './limits.ts'

/**
 * Runs a try that counts against limits while it runs and when it is refused; a success, an outage and a bug do not
 * count. `onRefused` runs before the refusal is thrown.
 */
export async function attempt<T>(
  { limits }: { limits: Limits },
  buckets: readonly Bucket[],
  work: () => Promise<T>,
  onRefused: () => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  await limits.consumeAll(buckets)
  try {
    const result = await work()
    await limits.update({ release: buckets })
    return result
  } catch (error) {
    const isRefused = error instanceof AppError && error.status < 500
    if (isRefused) await onRefused()
    else await limits.update({ release: buckets }).catch(() => {})
    throw error
  }
}
