import type * as contract from '#contract/console/figures/books.ts'
import type { DayMovement } from '#contract/console/figures/books.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { METHOD_NAMES } from '#contract/recharge/method-names.ts'
import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import { withSnapshot } from '../../db/reads.ts'
import { dayText } from '../../lib/local-time.ts'
import { findClosedDay } from '../../operator/books/closed-days.store.ts'
import { MONEY_LABELS, readBooksOfDay, spanOfDay } from '../../operator/books/day.ts'
import {
  listMoneyMovements,
  type MoneyMovement,
  type MovementPlace,
} from '../../operator/books/day.store.ts'
import { reversalReasonText } from '../../recharge/orders/order-labels.ts'
import { pageOf } from '../page-of.ts'
import { isPaymentFailure } from '../../gateways/payments/payments.ts'
import {
  DIFFERENCE_LABELS,
  ourSideText,
  theirSideText,
} from '../../operator/books/compare-with-provider.ts'
import { diffProviderWithin } from '../../recharge/checks/diff-provider.ts'

export function bookHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    readDay: ({ input }) => readDay(deps, input),
    compareDay: ({ input }) => compareDay(deps, input.day),
  }
}

const PAGE = 50

/** Throws VALIDATION for a day that has not begun. */
async function readDay(
  { sql, now, content }: Pick<ConsoleDeps, 'sql' | 'now' | 'content'>,
  { day: given, after }: InputOf<typeof contract.readDay>,
): Promise<OutputOf<typeof contract.readDay>> {
  const { timeZone } = content.site
  const today = dayText(now(), timeZone)
  const day = given ?? today
  const span = spanOfDay(day, { now: now(), timeZone })
  return withSnapshot(sql, async (tx) => {
    const { sums, methods, credit } = await readBooksOfDay(tx, day, span)
    const closed = await findClosedDay(tx, day)
    const rows = await listMoneyMovements(tx, span, {
      after: after === undefined ? null : toPlace(after),
      limit: PAGE + 1,
    })
    const { shown, next } = pageOf(
      rows,
      PAGE,
      ({ micros, rank, key }) => `${micros}.${rank}.${key}`,
    )
    return {
      day,
      today,
      sums,
      methods: methods.map(({ method, ...sum }) => ({ ...sum, method: methodName(method) })),
      credit,
      closed: closed && { ...closed, closedAt: closed.closedAt.toISOString() },
      movements: shown.map(toDayMovement),
      next,
    }
  })
}

/** The contract has checked its form. */
function toPlace(text: string): MovementPlace {
  const [micros = '', rank = '', key = ''] = text.split('.')
  return { micros, rank: Number(rank), key }
}

function methodName(method: string | null): string {
  const names: Readonly<Record<string, string>> = METHOD_NAMES
  return method === null ? '其他' : (names[method] ?? method)
}

function toDayMovement({ at, paymentMethod, reason, ...movement }: MoneyMovement): DayMovement {
  return {
    ...movement,
    kindLabel: MONEY_LABELS[movement.kind],
    at: at.toISOString(),
    paymentMethod: paymentMethod && paymentMethodText(paymentMethod),
    reason: reason && reversalReasonText(reason),
  }
}

/** Less than the browser waits. */
const BUDGET_MS = 12_000

/** Throws VALIDATION for a day that has not begun. */
async function compareDay(
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
