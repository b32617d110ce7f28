import type { Deps } from '../../deps.ts'
import { type Intent, isPaymentFailure } from '../../gateways/payments/payments.ts'
import type { OrderRow } from '../../recharge/orders/order.ts'
import { toOperatorFailure } from '../failure.ts'

/** So long an operator waits for what is only shown. */
export const PROVIDER_MS = 5_000

/** Without the client secret. `intent` is null where the order has none yet. */
export type IntentAnswer =
  | { intent: Omit<Intent, 'clientSecret' | 'outcome'> | null; failure: null }
  | { intent: null; failure: string }

/** Fetches the order's intent; a failure of the provider is returned, so that the order is still shown. */
export async function fetchIntent(
  loadDeps: () => Promise<Pick<Deps, 'payments'>>,
  { paymentIntentId }: Pick<OrderRow, 'paymentIntentId'>,
): Promise<IntentAnswer> {
  if (paymentIntentId === null) return { intent: null, failure: null }
  const { payments } = await loadDeps()
  try {
    const found = await payments.within(PROVIDER_MS).retrieveIntent(paymentIntentId)
    const { clientSecret: _, outcome: __, ...intent } = found
    return { intent, failure: null }
  } catch (error) {
    if (!isPaymentFailure(error)) throw error
    return { intent: null, failure: toOperatorFailure(error).message }
  }
}
