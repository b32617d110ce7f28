import type * as contract from '#contract/console/figures/books.ts'
import type { DayMovement } from '#contract/console/figures/books.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { METHOD_NAMES } from '#contract/recharge/method-names.ts'
import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import { withSnapshot } from '../../db/reads.ts'
import { dayText } from '../../lib/local-time.ts'
import { MONEY_LABELS, readBooksOfDay, spanOfDay } from '../../operator/books/day.ts'
import {
  listMoneyMovements,
  type MoneyMovement,
  type MovementPlace,
} from '../../operator/books/day.store.ts'
import { reversalReasonText } from '../../recharge/orders/order-labels.ts'
import type { ConsoleDeps } from '../deps.ts'
import { pageOf } from '../page-of.ts'

const PAGE = 50

/** Throws VALIDATION for a day that has not begun. */
export async function readDay(
  { sql, now, content }: Pick<ConsoleDeps, 'sql' | 'now' | 'content'>,
  { day: given, after }: InputOf<typeof contract.readDay>,
): Promise<OutputOf<typeof contract.readDay>> {
  const { timeZone } = content.site
  const today = dayText(now(), timeZone)
  const day = given ?? today
  const span = spanOfDay(day, { now: now(), timeZone })
  return withSnapshot(sql, async (tx) => {
    const { sums, methods, credit } = await readBooksOfDay(tx, day, span)
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
