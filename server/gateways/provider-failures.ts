import { isPaymentFailure } from './payments.ts'
import { AppError } from '../http/app-error.ts'

/** What all questions to the provider within one request may take, so that the answer leaves in time. */
export const PROVIDER_MS = 7_000

const RETRY_S = 3

/** A provider that does not serve now is a 503 to the buyer; our own mistakes stay bugs. */
export async function withProviderFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isTrouble(error)
      ? new AppError('DEPENDENCY_DOWN', {
          message: '支付服务暂时不可用，请稍后再试',
          retryAfter: RETRY_S,
          cause: error,
        })
      : error
  }
}

/** Whether the provider may well serve the same question later. */
export function isTrouble(error: unknown): boolean {
  return isPaymentFailure(error, 'unavailable', 'inProgress', 'serverError', 'rateLimited')
}
