import { expect } from 'vitest'
import { consumeCredit } from './consume-credit.ts'
import type { RefundResult } from '../recharge/refunds/finish-refund.ts'
import { proveLedger as proveByJob } from '../credit/proof/prove-ledger.ts'
import { refundOrder, type RefundRequest } from '../recharge/refunds/refund-order.ts'
import type { TestUser } from './harness.ts'
import { proveLedger, type Shop } from './shop.ts'
import { listDueGrants } from '../recharge/orders/due-grants.store.ts'

/** Refunds as the operator does. */
export function refundAsOperator(
  { deps }: Shop,
  orderId: string,
  request: Partial<RefundRequest> = {},
): Promise<RefundResult> {
  return refundOrder(deps, { orderId, reason: '客户要求', actor: 'operator', ...request })
}

/** Refunds in the provider's dashboard; without an amount all of the payment. */
export function refundAtProvider({ provider }: Shop, intentId: string, amount?: number) {
  return provider('POST', '/v1/refunds', {
    payment_intent: intentId,
    ...(amount !== undefined && { amount: String(amount) }),
  })
}

export function consumeAsTool({ deps }: Shop, { user }: TestUser, amount: number) {
  return consumeCredit(deps, { userId: user.id, amount, reason: 'AI 对话', key: `job-${amount}` })
}

/** Proves the ledger by the tests' own proof and by the shop's. */
export async function expectProven(shop: Shop): Promise<void> {
  await proveLedger(shop)
  expect(await proveByJob(shop.deps, listDueGrants)).toMatchObject({ faults: [] })
}
