import type * as contract from '#contract/console/orders/orders.ts'
import type { ProviderIntent } from '#contract/console/orders/orders.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import type { PaymentError } from '../../gateways/payments/payments.ts'
import { intentStatusLabel } from '../../gateways/payments/stripe-keys.ts'
import { fetchIntent, type IntentAnswer } from '../../operator/orders/fetch-intent.ts'
import { declineSentence } from '../../recharge/orders/decline-sentences.ts'
import type { OrderRow } from '../../recharge/orders/order.ts'
import type { ConsoleDeps } from '../deps.ts'
import { requireConsoleOrder } from './read-order.ts'

/** What the provider answers about the order's intent. Throws NOT_FOUND. */
export async function readProviderView(
  deps: ConsoleDeps,
  orderRef: string,
): Promise<OutputOf<typeof contract.readProviderView>> {
  const order = await requireConsoleOrder(deps.sql, orderRef)
  const { intent, failure } = await fetchIntent(() => Promise.resolve(deps), order)
  return {
    intent: intent && toProviderIntent(intent, order),
    failure: failure && withoutKeys(failure),
    askedAt: deps.now().toISOString(),
  }
}

/** The provider's sentence may quote a key of the shop. */
function withoutKeys(sentence: string): string {
  return sentence.replaceAll(/\b(sk|rk|pk|whsec)_[\w*]+/g, '$1_…')
}

function toProviderIntent(
  intent: NonNullable<IntentAnswer['intent']>,
  order: OrderRow,
): ProviderIntent {
  const { status, amount, currency, lastError, paymentMethod, charge } = intent
  return {
    ...intent,
    statusLabel: intentStatusLabel(status) ?? status,
    isAsOrdered: amount === order.amount && currency === order.currency,
    lastError: lastError && toFailure(lastError),
    paymentMethod: paymentMethod && paymentMethodText(paymentMethod),
    charge: charge && { ...charge, chargedAt: charge.chargedAt.toISOString() },
    createdAt: intent.createdAt.toISOString(),
  }
}

function toFailure({ code: errorCode, declineCode }: PaymentError) {
  const code = declineCode ?? errorCode
  return { code, message: declineSentence(code) }
}
