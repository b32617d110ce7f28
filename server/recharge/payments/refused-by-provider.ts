import { alertOperator } from '../../alerts/raise-alert.ts'
import type { Deps } from '../../deps.ts'
import { isPaymentFailure } from '../../gateways/payments/payments.ts'
import { isTemporaryFailure } from '../../gateways/payments/provider-failures.ts'
import { AppError } from '../../http/app-error.ts'
import { dayText } from '../../lib/local-time.ts'

type Facts = { userId: string; orderId?: string; orderNo?: string }

/**
 * Runs what asks the provider for a buyer. A refusal that another try would meet again becomes PAYMENT_REFUSED, and the
 * operator is alerted once a day for each of the provider's codes; other failures stay what they are.
 */
export async function alertRefusals<T>(
  deps: Deps,
  facts: Facts,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isPaymentFailure(error) || isTemporaryFailure(error)) throw error
    deps.log.error({ err: error, ...facts }, 'the payment provider refuses what the shop asks')
    const day = dayText(deps.now(), deps.content.site.timeZone)
    await alertOperator(deps, {
      kind: 'provider_refuses',
      subject: `${day} ${error.code ?? error.kind}`,
      facts: { ...facts, reason: error.message },
    })
    throw new AppError('PAYMENT_REFUSED', { cause: error })
  }
}
