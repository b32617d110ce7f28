import type * as contract from '#contract/console/figures/books.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { isPaymentFailure } from '../../gateways/payments/payments.ts'
import {
  DIFFERENCE_LABELS,
  ourSideText,
  theirSideText,
} from '../../operator/books/compare-with-provider.ts'
import { spanOfDay } from '../../operator/books/day.ts'
import { diffProviderWithin } from '../../recharge/checks/diff-provider.ts'
import type { ConsoleDeps } from '../deps.ts'

/** Less than the browser waits. */
const BUDGET_MS = 12_000

/** Throws VALIDATION for a day that has not begun. */
export async function compareDay(
  deps: ConsoleDeps,
  day: string,
): Promise<OutputOf<typeof contract.compareDay>> {
  const span = spanOfDay(day, { now: deps.now(), timeZone: deps.content.site.timeZone })
  const payments = deps.payments.within(BUDGET_MS)
  try {
    const { intents, orders, to, differences } = await diffProviderWithin(
      { ...deps, payments },
      span,
    )
    return {
      intents,
      orders,
      until: to.toISOString(),
      differences: differences.map((difference) => ({
        what: DIFFERENCE_LABELS[difference.kind],
        orderNo: difference.orderNo,
        intentId: difference.intentId,
        here: ourSideText(difference),
        there: theirSideText(difference),
      })),
      failure: null,
    }
  } catch (error) {
    if (!isPaymentFailure(error)) throw error
    const failure = '支付平台没有在时间内答复，请稍后再试'
    return { intents: 0, orders: 0, until: span.from.toISOString(), differences: [], failure }
  }
}
