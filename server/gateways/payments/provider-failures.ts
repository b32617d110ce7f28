import { isPaymentFailure } from './payments.ts'
import { AppError } from '../../http/app-error.ts'

/** What all calls to the provider within one request may take together. */
export const PROVIDER_BUDGET_MS = 7_000

const RETRY_S = 3

/** Answers the buyer 503 while the provider cannot serve; our own mistakes stay bugs. */
export async function withProviderFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isTemporaryFailure(error)
      ? new AppError('DEPENDENCY_DOWN', {
          message: '支付服务暂时不可用，请稍后再试',
          retryAfter: RETRY_S,
          cause: error,
        })
      : error
  }
}

/** Whether the provider may answer the same call later. */
export function isTemporaryFailure(error: unknown): boolean {
  return isPaymentFailure(error, 'unavailable', 'inProgress', 'serverError', 'rateLimited')
}
