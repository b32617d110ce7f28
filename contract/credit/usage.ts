import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, queryInteger } from '../fields.ts'

/** What a customer's credit was spent on. */

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS_MAX = 366

/** Days of the site's time zone, both included; the last 30 when absent. `key`: an API key's id; `web`: without one. */
const filterFields = () => {
  const day = z.iso
    .date('日期须写成 2026-08-01')
    .check(z.regex(/^2[01]/, '日期须在 2000 到 2199 年之间'))
  return {
    first: z.optional(day),
    last: z.optional(day),
    applicationId: z.optional(id),
    key: z.optional(id),
  }
}

interface Days {
  first?: string | undefined
  last?: string | undefined
}

/** `first` and `last` come together or not at all. */
const areDays = z.refine<Days>(
  ({ first, last }) => {
    if (first === undefined || last === undefined) return first === last
    const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
    return days >= 1 && days <= DAYS_MAX
  },
  { message: `请选择 1 到 ${DAYS_MAX} 天`, path: ['last'] },
)

const usageFilter = () => z.object(filterFields()).check(areDays)
export type UsageFilter = z.output<ReturnType<typeof usageFilter>>

const usageDay = z.object({
  /** `2026-08-01`, of the site's time zone. */
  day: z.string(),
  applicationId: z.string(),
  charged: z.int(),
  charges: z.int(),
  /** Given back on this day, also of charges of earlier days. */
  reversed: z.int(),
})
export type UsageDay = z.output<typeof usageDay>

/** Daily sums of a time, with all that its filters can name. Days without usage are absent. */
export const usageSummary = endpoint({
  method: 'GET',
  path: '/clients/web/credit/usage',
  session: 'required',
  input: usageFilter,
  output: () =>
    z.object({
      first: z.string(),
      last: z.string(),
      days: z.array(usageDay),
      /** Those that ever spent the customer's credit, by name. */
      applications: z.array(z.object({ id: z.string(), name: z.string() })),
      /** Revoked ones too, newest first. */
      keys: z.array(z.object({ id: z.string(), name: z.string(), hint: z.string() })),
      credit: z.object({
        balance: z.int(),
        held: z.int(),
        available: z.int(),
        debt: z.int(),
        openHolds: z.int(),
      }),
    }),
})

const time = z.iso.datetime()

/** A charge, or a hold that was not charged. */
const usageRecord = z.object({
  id: z.string(),
  state: z.enum(['charged', 'open', 'released', 'expired']),
  application: z.string(),
  /** Where the customer finds it; absent: nowhere that the shop knows. */
  applicationUrl: z.optional(z.string()),
  /** Null: without an API key. */
  key: z.nullable(z.object({ name: z.string(), hint: z.string() })),
  reason: z.string(),
  /** What the application measured. */
  usage: z.nullable(z.catchall(z.object({}), z.union([z.number(), z.string()]))),
  /** The same in the words and order of the application; names without a label come last, as they are. */
  measured: z.optional(
    z.array(z.object({ label: z.string(), value: z.union([z.number(), z.string()]) })),
  ),
  /** What was held before; null: charged without a hold. */
  held: z.nullable(z.int()),
  /** What was charged; 0 for a hold. */
  amount: z.int(),
  /** The part of it that no credit could pay. */
  owed: z.int(),
  /** The part of it that was given back since. */
  reversed: z.int(),
  reversals: z.array(
    z.object({ id: z.string(), amount: z.int(), reason: z.string(), createdAt: time }),
  ),
  /** Of a charge. */
  balanceAfter: z.nullable(z.int()),
  createdAt: time,
  /** Of a hold that is open. */
  expiresAt: z.nullable(time),
})
export type UsageRecord = z.output<typeof usageRecord>

/** Charges and holds of a time, newest first. `next` is the `cursor` of the page after this one. */
export const usageRecords = endpoint({
  method: 'GET',
  path: '/clients/web/credit/usage/records',
  session: 'required',
  input: () =>
    z
      .object({
        ...filterFields(),
        cursor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/, '游标不正确'))),
        limit: z._default(queryInteger(1, 100), 20),
      })
      .check(areDays),
  output: () => z.object({ list: z.array(usageRecord), next: z.nullable(z.string()) }),
})

/** Answers with a CSV file of all records of a time; failures come in the envelope as those of a call. */
export const usageCsv = endpoint({
  method: 'GET',
  path: '/clients/web/credit/usage/csv',
  session: 'required',
  input: usageFilter,
  output: () => z.null(),
})
