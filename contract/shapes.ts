import * as z from 'zod/mini'

/** Things that several calls answer with. Times are ISO 8601 UTC, money is in minor units. */

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

/** A prepaid plan on sale. */
export const combo = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  features: z.array(z.string()),
  amount: minorUnits,
  currency,
  /** Struck list price. */
  originalAmount: z.optional(minorUnits),
  credit: z.int().check(z.gte(1)),
  bonusCredit: count,
  /** 0 = for ever. */
  validDays: count,
  minNum: count,
  maxNum: count,
  badge: z.optional(z.string()),
  recommended: z.boolean(),
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

/** How a buyer can pay; which of them are switched on is the operator's choice. */
export const PAYMENT_METHODS = ['card', 'alipay', 'wechat_pay'] as const
export type PaymentMethodType = (typeof PAYMENT_METHODS)[number]

export const order = z.object({
  id: z.string(),
  orderNo: z.string(),
  state: orderState,
  /** As it was when ordered. */
  combo: z.object({ id: z.string(), name: z.string() }),
  num: count,
  amount: minorUnits,
  currency,
  /** All credit the order brings, bonus included. */
  credit: count,
  createdAt: time,
  /** When a pending order stops being payable. */
  expiresAt: time,
  paidAt: z.optional(time),
  /** When the newest try to pay was sent to the provider; absent: none was, so nothing was charged. */
  attemptedAt: z.optional(time),
  refundedAmount: count,
  failure: z.optional(z.object({ code: z.string(), message: z.string() })),
  /** `last4` is empty for what is no card. */
  paymentMethod: z.optional(z.object({ type: z.string(), brand: z.string(), last4: z.string() })),
  /** What went back to the buyer, oldest first; only when one order is asked for. */
  refunds: z.optional(
    z.array(
      z.object({
        amount: minorUnits,
        status: z.enum(['pending', 'succeeded', 'failed']),
        /** Why, in words for the buyer. */
        reason: z.optional(z.string()),
        createdAt: time,
      }),
    ),
  ),
  /** The buyer's bank disputes or disputed the payment; open and lost hold back the credit. */
  dispute: z.optional(z.enum(['open', 'won', 'lost'])),
  /** Credit of the order that refunds took back and that disputes hold; only when one order is asked for. */
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
  'expire',
] as const
export const creditEntryType = z.enum(CREDIT_ENTRY_TYPES)
export type CreditEntryType = z.output<typeof creditEntryType>

export const creditEntry = z.object({
  id: z.string(),
  type: creditEntryType,
  /** Signed: what the movement added or took. */
  delta: z.int(),
  balanceAfter: z.int(),
  orderId: z.optional(z.string()),
  orderNo: z.optional(z.string()),
  /** What was ordered, by its name of then. */
  planName: z.optional(z.string()),
  reason: z.optional(z.string()),
  createdAt: time,
})
export type CreditEntry = z.output<typeof creditEntry>

export const lot = z.object({ amount: count, expiresAt: z.nullable(time) })

export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ list: z.array(item), total: count, page: count, pageSize: count })
}
