import * as z from 'zod/mini'
import { SOURCE_PERIODS } from '#contract/traffic-sources.ts'
import { consoleCall } from '../console-call.ts'
import { creditFigures } from './credit-figures.ts'
import { time } from '../shapes.ts'

/**
 * The figures of the first page, as docs/operator.md defines them. Amounts are minor units of their currency;
 * currencies are never added up. Days are of the shop's time zone.
 */

const waitingItem = z.object({
  name: z.string(),
  /** bad: money or a deadline is at stake; wait: somebody waits; quiet: when there is time. */
  urgency: z.enum(['bad', 'wait', 'quiet']),
  title: z.string(),
  /** The most urgent of them in a few words; '' for none. */
  detail: z.string(),
  count: z.int(),
  /** `count` is where counting ended. */
  isMore: z.boolean(),
  /** Since when the oldest waits. */
  since: z.nullable(time),
  /** Until when it has to be done. */
  due: z.nullable(time),
  /** The page of the console that shows them. */
  href: z.string(),
  /** What its link says. */
  action: z.string(),
})
export type WaitingItem = z.output<typeof waitingItem>

const moneySum = z.object({
  currency: z.string(),
  /** Paid orders. */
  orders: z.int(),
  received: z.int(),
  /** Refunds and what banks took for disputes, less what came back of both. */
  reversed: z.int(),
})
export type MoneySum = z.output<typeof moneySum>

const chartDay = z.extend(moneySum, { day: z.iso.date() })
export type ChartDay = z.output<typeof chartDay>

const sourceRow = z.object({
  /** DIRECT_SOURCE: none; OTHER_SOURCES: visits of new sources beyond the daily limit. */
  source: z.string(),
  visits: z.int(),
  registered: z.int(),
  ordered: z.int(),
  paid: z.int(),
  /** By currency. */
  money: z.array(moneySum),
})
export type SourceRow = z.output<typeof sourceRow>

const attempts = z.object({ succeeded: z.int(), failed: z.int() })

const span = z.object({ from: z.iso.date(), to: z.iso.date() })

const moneyFigures = z.object({
  takenAt: time,
  today: z.object({
    day: z.iso.date(),
    money: z.array(moneySum),
    newUsers: z.int(),
    firstBuyers: z.int(),
  }),
  /** The same weekday one week before, until the same time. */
  before: z.object({
    day: z.iso.date(),
    money: z.array(moneySum),
    newUsers: z.int(),
    firstBuyers: z.int(),
  }),
  /** Seven days with today; `before` are the seven before. */
  week: z.object({
    ...span.shape,
    attempts,
    attemptsBefore: attempts,
    methods: z.array(z.extend(attempts, { method: z.nullable(z.string()) })),
    /** The most frequent first. */
    reasons: z.array(z.object({ code: z.string(), label: z.string(), count: z.int() })),
    reversals: z.array(
      z.object({
        currency: z.string(),
        received: z.int(),
        refunds: z.int(),
        refunded: z.int(),
        disputes: z.int(),
        disputed: z.int(),
      }),
    ),
    /** Those with the most money first. */
    sources: z.array(sourceRow),
  }),
  /** 30 days up to today, each currency's with all days, oldest first. */
  days: z.array(chartDay),
})
export type MoneyFigures = z.output<typeof moneyFigures>

export type { CreditFigures } from './credit-figures.ts'

const health = z.object({
  /** When the newest event of the provider was applied; null: never, as the others. */
  newestEventAt: z.nullable(time),
  /** Mails that are due and not sent. */
  mailsDue: z.int(),
  /** Milliseconds of one round trip. */
  databaseMs: z.number(),
  /** By the command `backup`; backups made otherwise are not known. */
  lastBackupAt: z.nullable(time),
  /** Of the nightly proof of the ledger, and whether the last one found faults. */
  lastProofAt: z.nullable(time),
  hasFaults: z.boolean(),
})
export type Health = z.output<typeof health>

export const readFigures = consoleCall({
  method: 'GET',
  path: '/api/console/figures',
  access: 'read',
  input: () => z.object({}),
  output: () =>
    z.object({
      /** The most urgent first. */
      waiting: z.array(waitingItem),
      money: moneyFigures,
      credit: creditFigures,
      health,
      /** Newer figures are being counted. */
      isRenewing: z.boolean(),
    }),
})

/** Traffic sources of the last days, those with the most money first. */
export const readSources = consoleCall({
  method: 'GET',
  path: '/api/console/figures/sources',
  access: 'read',
  input: () => z.object({ days: z._default(z.enum(SOURCE_PERIODS, '没有这个时段'), '7') }),
  output: () =>
    z.object({
      takenAt: time,
      ...span.shape,
      sources: z.array(sourceRow),
      isRenewing: z.boolean(),
    }),
})
