import * as z from 'zod/mini'

/** Objects in the responses of several calls. Times are ISO 8601 in UTC, amounts of money in minor units. */

const time = z.iso.datetime()
const minorUnits = z.int()
const count = z.int().check(z.gte(0))
/** ISO 4217, lower case as the payment provider writes it. */
const currency = z.string().check(z.regex(/^[a-z]{3}$/))

export const user = z.object({
  id: z.string(),
  email: z.string(),
  nickname: z.string(),
  emailVerifiedAt: z.nullable(time),
  createdAt: time,
  source: z.nullable(z.string()),
})
export type User = z.output<typeof user>

/** What a prepaid plan is and costs. */
export const planTerms = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  features: z.array(z.string()),
  amount: minorUnits,
  currency,
  /** The list price, shown struck through. */
  originalAmount: z.optional(minorUnits),
  credit: z.int().check(z.gte(1)),
  bonusCredit: count,
  /** 0 = no expiry. */
  validDays: count,
  minNum: count,
  maxNum: count,
  badge: z.optional(z.string()),
  recommended: z.boolean(),
})

/** A prepaid plan on sale. */
export const combo = z.object({
  ...planTerms.shape,
  /** It is sold until then. */
  saleUntil: z.optional(time),
  /** Pieces that one customer can have in open and paid orders. */
  limitPerUser: z.optional(count),
  /** Fewer pieces are left than one order needs; open orders can still be paid. */
  isSoldOut: z.optional(z.boolean()),
  /** Pieces left, where they are few. */
  left: z.optional(count),
})
export type Combo = z.output<typeof combo>

export const ORDER_STATES = [
  'pending',
  'processing',
  'paid',
  'cancelled',
  'expired',
  'exception',
  'refunded',
  'partially_refunded',
] as const
export const orderState = z.enum(ORDER_STATES)
export type OrderState = z.output<typeof orderState>

/** All payment methods; the operator enables some of them. */
export const PAYMENT_METHODS = ['card', 'alipay', 'wechat_pay'] as const
export type PaymentMethodType = (typeof PAYMENT_METHODS)[number]

export const order = z.object({
  id: z.string(),
  orderNo: z.string(),
  state: orderState,
  /** The combo as it was when the order was placed. */
  combo: z.object({
    id: z.string(),
    name: z.string(),
    /** How long its credit lasts; 0: without an end. */
    validDays: z.optional(count),
  }),
  num: count,
  amount: minorUnits,
  currency,
  /** The credit of the order, bonus included. */
  credit: count,
  createdAt: time,
  /** A pending order can be paid until this time. */
  expiresAt: time,
  paidAt: z.optional(time),
  /** When the latest payment attempt was sent to the provider; absent: none was, so nothing was charged. */
  attemptedAt: z.optional(time),
  refundedAmount: count,
  failure: z.optional(z.object({ code: z.string(), message: z.string() })),
  /** `last4` is empty for methods other than cards. */
  paymentMethod: z.optional(z.object({ type: z.string(), brand: z.string(), last4: z.string() })),
  /** Refunds, oldest first; only in the response with a single order. */
  refunds: z.optional(
    z.array(
      z.object({
        amount: minorUnits,
        status: z.enum(['pending', 'succeeded', 'failed']),
        /** The reason as text for the buyer. */
        reason: z.optional(z.string()),
        createdAt: time,
      }),
    ),
  ),
  /** State of a dispute of the payment; an open or lost one holds the credit. */
  dispute: z.optional(z.enum(['open', 'won', 'lost'])),
  /** Credit of the order that refunds took back and that disputes hold; only in the response with a single order. */
  takenBack: z.optional(z.object({ refunded: count, held: count })),
})
export type Order = z.output<typeof order>

export const CREDIT_ENTRY_TYPES = [
  'purchase',
  'bonus',
  'consume',
  'consume_reversal',
  'refund_clawback',
  'dispute_hold',
  'dispute_release',
  'adjust',
  'welcome',
  'expire',
] as const
export const creditEntryType = z.enum(CREDIT_ENTRY_TYPES)
export type CreditEntryType = z.output<typeof creditEntryType>

export const creditEntry = z.object({
  id: z.string(),
  type: creditEntryType,
  /** Signed amount of credit. */
  delta: z.int(),
  balanceAfter: z.int(),
  orderId: z.optional(z.string()),
  orderNo: z.optional(z.string()),
  /** The name of the ordered plan at that time. */
  planName: z.optional(z.string()),
  reason: z.optional(z.string()),
  createdAt: time,
})
export type CreditEntry = z.output<typeof creditEntry>

/** Remaining credit of one lot and its end; null = no expiry. */
export const creditLot = z.object({ amount: count, expiresAt: z.nullable(time) })

export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ list: z.array(item), total: count, page: count, pageSize: count })
}
