import { AppError } from '../../http/app-error.ts'
import type { Query } from '../../db/sql.ts'
import { dayText } from '../../lib/local-time.ts'
import { dayAfter, midnight } from '../moments.ts'
import {
  type BookedCredit,
  compareWithLedger,
  type KindSum,
  type MoneyKind,
  type Span,
  sumMoneyMovements,
} from './day.store.ts'

export const MONEY_LABELS: Readonly<Record<MoneyKind, string>> = {
  payment: '收款',
  refund: '退款',
  refund_failed: '退款退回',
  dispute: '争议扣款',
  dispute_won: '争议退回',
}

/** How many, and how much in minor units, above 0. */
export interface CountedMoney {
  count: number
  amount: number
}

/** The sums of a day in one currency. */
export interface CurrencySum extends Record<MoneyKind, CountedMoney> {
  currency: string
  /** What came less what went. */
  net: number
}

/** A day's sums, in the shop's time zone. */
export interface BooksOfDay {
  day: string
  span: Span
  /** By currency; without any movement none. */
  sums: CurrencySum[]
  /** Payments by currency and method. */
  methods: (CountedMoney & { currency: string; method: string | null })[]
  credit: BookedCredit
}

/** Where the day begins and where the next one does. Throws VALIDATION for a day that has not begun. */
export function spanOfDay(day: string, { now, timeZone }: { now: Date; timeZone: string }): Span {
  if (day > dayText(now, timeZone)) {
    const message = '这一天还没有到'
    throw new AppError('VALIDATION', { message, fields: { day: message } })
  }
  return { from: midnight(day, timeZone), until: midnight(dayAfter(day), timeZone) }
}

/** Give a transaction with one snapshot, so that the sums are of one moment. */
export async function readBooksOfDay(sql: Query, day: string, span: Span): Promise<BooksOfDay> {
  const rows = await sumMoneyMovements(sql, span)
  const payments = rows.reduce((sum, { kind, count }) => sum + (kind === 'payment' ? count : 0), 0)
  const credit = await compareDay(sql, span, payments)
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted()
  return {
    day,
    span,
    sums: currencies.map((currency) => sumOf(rows, currency)),
    methods: rows
      .filter(({ kind }) => kind === 'payment')
      .map(({ currency, method, count, amount }) => ({ currency, method, count, amount })),
    credit,
  }
}

const HOUR_MS = 60 * 60 * 1000
/** So many payments are compared in one statement. */
const AT_ONCE = 2_000
const EXAMPLES = 10

/** A large day hour by hour: a statement over twenty thousand payments may take too long. */
async function compareDay(sql: Query, { from, until }: Span, payments: number) {
  const stepMs = payments > AT_ONCE ? HOUR_MS : until.getTime() - from.getTime()
  const day: BookedCredit = { due: 0, booked: 0, differing: 0, examples: [] }
  for (let begin = from; begin < until;) {
    const end = new Date(Math.min(begin.getTime() + stepMs, until.getTime()))
    const part = await compareWithLedger(sql, { from: begin, until: end })
    day.due += part.due
    day.booked += part.booked
    day.differing += part.differing
    day.examples.push(...part.examples)
    begin = end
  }
  day.examples = day.examples.toSorted().slice(0, EXAMPLES)
  return day
}

function sumOf(rows: readonly KindSum[], currency: string): CurrencySum {
  const of = (kind: MoneyKind): CountedMoney => {
    const found = rows.filter((row) => row.currency === currency && row.kind === kind)
    return {
      count: found.reduce((sum, row) => sum + row.count, 0),
      amount: found.reduce((sum, row) => sum + row.amount, 0),
    }
  }
  const sum = {
    payment: of('payment'),
    refund: of('refund'),
    refund_failed: of('refund_failed'),
    dispute: of('dispute'),
    dispute_won: of('dispute_won'),
  }
  const came = sum.payment.amount + sum.refund_failed.amount + sum.dispute_won.amount
  return { currency, ...sum, net: came - sum.refund.amount - sum.dispute.amount }
}
