import * as z from 'zod/mini'
import { queryInteger } from '../fields.ts'
import { creditEntryType } from '../shapes.ts'
import { consoleCall } from './console-call.ts'
import { creditFigures } from './figures/credit-figures.ts'
import { day, filterText, next, pageLimit } from './list-fields.ts'
import { time } from './shapes.ts'

/** What is owed of lots that have not ended, by how long ago they came. */
const age = z.object({
  within30: z.int(),
  within90: z.int(),
  within180: z.int(),
  within365: z.int(),
  older: z.int(),
})

const debtor = z.object({
  userId: z.string(),
  /** Null: the account was closed for good. */
  email: z.nullable(z.string()),
  nickname: z.string(),
  debt: z.int(),
  /** When the user first owed something. */
  since: time,
})
export type Debtor = z.output<typeof debtor>

const entry = z.object({
  userId: z.string(),
  email: z.nullable(z.string()),
  nickname: z.string(),
  /** Counts the user's entries from 1. */
  position: z.int(),
  type: creditEntryType,
  delta: z.int(),
  balanceAfter: z.int(),
  orderNo: z.nullable(z.string()),
  chargeId: z.nullable(z.string()),
  applicationId: z.nullable(z.string()),
  /** An application's name, or 用户, 支付平台, 系统 or 运营. */
  by: z.string(),
  reason: z.nullable(z.string()),
  createdAt: time,
})
export type CreditEntry = z.output<typeof entry>

/** What is owed to customers, as it was last counted. */
export const readCreditLiability = consoleCall({
  method: 'GET',
  path: '/api/console/credit',
  access: 'read',
  input: () => z.object({}),
  output: () =>
    z.object({ credit: creditFigures, ages: age, agesTakenAt: time, isRenewing: z.boolean() }),
})

/** Users who owe credit. */
export const listDebtors = consoleCall({
  method: 'GET',
  path: '/api/console/credit/debtors',
  access: 'read',
  input: () =>
    z.object({
      order: z._default(z.enum(['largest', 'newest'], '没有这种顺序'), 'largest'),
      /** `next` of the page before. */
      before: z.optional(z.uuid('翻页位置不正确，请从第一页看起')),
      limit: pageLimit,
    }),
  output: () => z.object({ debtors: z.array(debtor), next }),
})

/** Entries of all users, newest first. Answers VALIDATION for a range that is too long. */
export const listCreditLedger = consoleCall({
  method: 'GET',
  path: '/api/console/credit/ledger',
  access: 'read',
  input: () =>
    z.object({
      before: z.optional(
        z
          .string()
          .check(
            z.regex(
              /^\d{1,17}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}_\d{1,15}$/,
              '翻页位置不正确，请从第一页看起',
            ),
          ),
      ),
      /** A whole e-mail or a user's id; one that nobody has answers with an empty list, as the next four. */
      user: filterText,
      type: z.optional(z.enum(creditEntryType.options, '没有这种流水')),
      /** An order number, an order's id or a payment intent. */
      order: filterText,
      /** Id of a charge or of a reversal. */
      charge: filterText,
      /** An application's id or client id. */
      application: filterText,
      /** The idempotency key of an entry; with a user, or of an adjustment. */
      key: filterText,
      /** Both days are included. Without anything above but the type, the last 30 days. */
      from: day,
      to: day,
      sign: z.optional(z.enum(['in', 'out'], '只能是增加或减少')),
      /** Entries that move as much at least. */
      min: z.optional(queryInteger(1, 999_999_999_999)),
      limit: pageLimit,
    }),
  output: () =>
    z.object({
      entries: z.array(entry),
      /** Of all pages; exact up to 1,000, or `isMore`: at least so many. */
      count: z.object({ count: z.int(), isMore: z.boolean() }),
      /** The first day that was searched when the filter names none; null: all are. */
      since: z.nullable(z.string()),
      next,
    }),
})
