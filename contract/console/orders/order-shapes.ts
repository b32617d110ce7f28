import * as z from 'zod/mini'
import { creditEntryType, orderState } from '#contract/shapes.ts'
import { auditEntry } from '../audit-entry.ts'
import { MAIL_STATES } from '../mail-states.ts'
import { time } from '../shapes.ts'

/** What the console shows of an order. Amounts are minor units. */

export const orderListItem = z.object({
  id: z.string(),
  orderNo: z.string(),
  state: orderState,
  /** The bank's decision about a dispute. */
  dispute: z.nullable(z.enum(['open', 'won', 'lost'])),
  /** Until when the bank takes evidence; null without an open dispute, and where the provider does not say. */
  disputeDueAt: z.nullable(time),
  /** The money came after the order was closed. */
  isLate: z.boolean(),
  userId: z.string(),
  /** Null: the account was closed. */
  email: z.nullable(z.string()),
  nickname: z.string(),
  planName: z.string(),
  num: z.int(),
  amount: z.int(),
  currency: z.string(),
  /** With the bonus. */
  credit: z.int(),
  refundedAmount: z.int(),
  /** For example “Visa 尾号 4242”; null until it is paid. */
  paymentMethod: z.nullable(z.string()),
  /** The traffic source at the time of the order. */
  source: z.nullable(z.string()),
  createdAt: time,
  paidAt: z.nullable(time),
})
export type ConsoleOrder = z.output<typeof orderListItem>

const refund = z.object({
  id: z.string(),
  /** Null until the provider has answered. */
  providerId: z.nullable(z.string()),
  amount: z.int(),
  status: z.enum(['asked', 'refused', 'pending', 'succeeded', 'failed']),
  statusLabel: z.string(),
  /** Who asked for it: 用户, 支付平台, 系统 or 运营. */
  by: z.string(),
  reason: z.nullable(z.string()),
  createdAt: time,
})

const dispute = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.enum(['open', 'won', 'lost']),
  statusLabel: z.string(),
  /** Until when the bank takes evidence; null where the provider does not say. */
  evidenceDueAt: z.nullable(time),
  reason: z.nullable(z.string()),
  createdAt: time,
})

/** What the published refund rule gives now, as far as it is known without asking the provider. */
const policy = z.object({
  rule: z.enum(['unused share', 'no credit came', 'too late']),
  /** The rule in a few words. */
  ruleLabel: z.string(),
  /** What it refunds. */
  amount: z.int(),
  received: z.int(),
  /** Refunded, or on its way. */
  refunded: z.int(),
  /** Credit that the order granted, and what became of it. */
  granted: z.int(),
  used: z.int(),
  left: z.int(),
  /** Of `left` what is refunded: credit that has ended, is held or is owed is not. */
  refundable: z.int(),
  /** Taken back by refunds, held by disputes or ended. */
  gone: z.int(),
  /** Until when unused credit is refunded; null without a time of payment. */
  until: z.nullable(time),
})
export type OrderPolicy = z.output<typeof policy>

export const orderDetail = z.object({
  order: z.extend(orderListItem, {
    planId: z.string(),
    /** Of `credit` what is a bonus. */
    bonusCredit: z.int(),
    /** 0: for ever. */
    validDays: z.int(),
    paymentIntentId: z.nullable(z.string()),
    /** Attempts to pay. */
    attempts: z.int(),
    attemptedAt: z.nullable(time),
    failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
    expiresAt: time,
  }),
  buyer: z.object({
    id: z.string(),
    /** Null: the account was closed. */
    email: z.nullable(z.string()),
    nickname: z.string(),
    balance: z.int(),
    /** The traffic source at the time of the order. */
    source: z.nullable(z.string()),
  }),
  /** Oldest first, as disputes, timeline, entries, mails and events. */
  refunds: z.array(refund),
  disputes: z.array(dispute),
  timeline: z.array(
    z.object({
      at: time,
      what: z.string(),
      /** Signed amount of credit; null when the event is no ledger entry. */
      credit: z.nullable(z.int()),
      by: z.string(),
      why: z.nullable(z.string()),
    }),
  ),
  /** Ledger entries of the order. */
  entries: z.array(
    z.object({
      at: time,
      type: creditEntryType,
      delta: z.int(),
      balanceAfter: z.int(),
      by: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
  /** Mails to the buyer about it: those of the last days, as the outbox keeps them. */
  mails: z.array(
    z.object({
      id: z.string(),
      /** What it is about, for example 付款收据. */
      title: z.string(),
      state: z.enum(MAIL_STATES),
      attempts: z.int(),
      createdAt: time,
      finishedAt: z.nullable(time),
      lastError: z.nullable(z.string()),
    }),
  ),
  /** Events of the provider that were applied to it. */
  events: z.array(z.object({ id: z.string(), type: z.string(), createdAt: time, appliedAt: time })),
  /** Newest first; at most 100. */
  audit: z.array(auditEntry),
  /** Null: nothing was paid, or how much only the provider knows. */
  policy: z.nullable(policy),
  /** The refund that the customer asks for; null: none is open. */
  refundRequest: z.nullable(z.object({ reason: z.nullable(z.string()), askedAt: time })),
})
export type OrderDetail = z.output<typeof orderDetail>

export const providerIntent = z.object({
  id: z.string(),
  /** The provider's own word, and ours. */
  status: z.string(),
  statusLabel: z.string(),
  amount: z.int(),
  amountReceived: z.int(),
  currency: z.string(),
  livemode: z.boolean(),
  /** Amount and currency are the order's. */
  isAsOrdered: z.boolean(),
  /** Why the last attempt to pay failed. */
  lastError: z.nullable(z.object({ code: z.string(), message: z.string() })),
  paymentMethod: z.nullable(z.string()),
  /** Null until a charge succeeded. */
  charge: z.nullable(
    z.object({ amountRefunded: z.int(), isDisputed: z.boolean(), chargedAt: time }),
  ),
  createdAt: time,
})
export type ProviderIntent = z.output<typeof providerIntent>
