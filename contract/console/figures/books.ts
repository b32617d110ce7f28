import * as z from 'zod/mini'
import { consoleCall } from '../console-call.ts'
import { time } from '../shapes.ts'

/** The close of a day in the shop's time zone. Amounts are minor units. */

const day = z.iso.date('日期应为 2026-08-01 这样的形式')

const counted = z.object({ count: z.int(), amount: z.int() })

const movement = z.object({
  kind: z.enum(['payment', 'refund', 'refund_failed', 'dispute', 'dispute_won']),
  kindLabel: z.string(),
  /** The order, or what is booked of a refund or dispute. */
  key: z.string(),
  at: time,
  orderNo: z.string(),
  /** Null: the account was closed. */
  email: z.nullable(z.string()),
  planName: z.string(),
  num: z.int(),
  /** Below 0 when it went. */
  amount: z.int(),
  currency: z.string(),
  paymentMethod: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type DayMovement = z.output<typeof movement>

const currencySum = z.object({
  currency: z.string(),
  payment: counted,
  refund: counted,
  refund_failed: counted,
  dispute: counted,
  dispute_won: counted,
  /** What came less what went. */
  net: z.int(),
})
export type CurrencySum = z.output<typeof currencySum>

const bookedCredit = z.object({
  /** What the paid orders had to grant, and what the ledger has for them. */
  due: z.int(),
  booked: z.int(),
  /** Orders that have another sum there; numbers of ten at most. */
  differing: z.int(),
  examples: z.array(z.string()),
})

/** Sums of a day, and its movements, oldest first. Answers VALIDATION for a day that has not begun. */
export const readDay = consoleCall({
  method: 'GET',
  path: '/api/console/books/day',
  access: 'read',
  input: () =>
    z.object({
      /** Absent: today. */
      day: z.optional(day),
      /** `next` of the page before. */
      after: z.optional(
        z
          .string()
          .check(
            z.regex(
              /^\d{1,16}\.[12]\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
              '翻页位置不正确，请从第一页看起',
            ),
          ),
      ),
    }),
  output: () =>
    z.object({
      day,
      /** In the shop's time zone. */
      today: day,
      sums: z.array(currencySum),
      methods: z.array(z.object({ currency: z.string(), method: z.string(), ...counted.shape })),
      credit: bookedCredit,
      /** The figures as they were when the day was closed; null: it was not. */
      closed: z.nullable(
        z.object({
          sums: z.array(currencySum),
          /** By currency in which the provider settles. */
          settled: z.array(z.object({ currency: z.string(), fees: z.int(), net: z.int() })),
          closedAt: time,
          closedBy: z.string(),
        }),
      ),
      movements: z.array(movement),
      next: z.nullable(z.string()),
    }),
})
export type Day = z.output<typeof readDay.output>

/** Asks the provider for the payments that began that day, and compares each with its order; changes nothing. */
export const compareDay = consoleCall({
  method: 'GET',
  path: '/api/console/books/compare',
  access: 'read',
  input: () => z.object({ day }),
  output: () =>
    z.object({
      /** Payments and orders that were compared. */
      intents: z.int(),
      orders: z.int(),
      /** Later payments may still be in progress. */
      until: time,
      differences: z.array(
        z.object({
          what: z.string(),
          orderNo: z.nullable(z.string()),
          intentId: z.nullable(z.string()),
          here: z.string(),
          there: z.string(),
        }),
      ),
      /** The provider did not answer: what is above is empty. */
      failure: z.nullable(z.string()),
    }),
})
export type DayComparison = z.output<typeof compareDay.output>
