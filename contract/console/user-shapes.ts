import * as z from 'zod/mini'
import { creditEntryType } from '../shapes.ts'
import { orderListItem } from './orders/order-shapes.ts'
import { time } from './shapes.ts'

/** What the console shows of a user. */

const profile = {
  id: z.string(),
  /** Null: the account was closed. */
  email: z.nullable(z.string()),
  nickname: z.string(),
  /** The traffic source at the registration. */
  source: z.nullable(z.string()),
  createdAt: time,
  /** When it is to be closed; null: nobody has asked. */
  closingAt: z.nullable(time),
  closedAt: z.nullable(time),
  /** Since when the operator blocks it; null: not blocked. */
  blockedAt: z.nullable(time),
}

export const userListItem = z.object({
  ...profile,
  balance: z.int(),
  orders: z.int(),
  /** Payments less refunds, in minor units of the shop's currency. */
  paid: z.int(),
  /** Devices with a session. */
  sessions: z.int(),
  /** The last activity of a device with a session, or the last login where that is later; null: never logged in. */
  lastSeenAt: z.nullable(time),
})
export type ConsoleUser = z.output<typeof userListItem>

export const ledgerMovement = z.object({
  /** Counts the user's movements from 1. */
  position: z.int(),
  type: creditEntryType,
  delta: z.int(),
  balanceAfter: z.int(),
  orderNo: z.nullable(z.string()),
  /** An application's name, or 用户, 支付平台, 系统 or 运营. */
  by: z.string(),
  reason: z.nullable(z.string()),
  createdAt: time,
})
export type LedgerMovement = z.output<typeof ledgerMovement>

const application = z.object({ id: z.string(), name: z.string() })

export const userDetail = z.object({
  user: z.object({
    ...profile,
    paid: z.int(),
    currency: z.string(),
    lastSeenAt: z.nullable(time),
    /** Since when a login needs the second factor; null: the password alone logs in. */
    secondFactorSince: z.nullable(time),
    /** Since when the password logs nobody in, until a new one is set; null: it does. */
    passwordStoppedAt: z.nullable(time),
  }),
  credit: z.object({
    balance: z.int(),
    /** Reserved by open holds. */
    held: z.int(),
    /** May be below 0. */
    available: z.int(),
    debt: z.int(),
  }),
  /** Lots that are not empty, in the order of spending; the debt last. At most 100. */
  lots: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['purchase', 'bonus', 'adjust', 'welcome', 'debt']),
      orderNo: z.nullable(z.string()),
      planName: z.nullable(z.string()),
      granted: z.int(),
      remaining: z.int(),
      /** Null: never. */
      expiresAt: z.nullable(time),
      createdAt: time,
    }),
  ),
  /** The newest ten. */
  orders: z.array(orderListItem),
  /** The newest ten. */
  entries: z.array(ledgerMovement),
  /** Open ones, newest first; at most 100. */
  holds: z.array(
    z.object({
      id: z.string(),
      application,
      amount: z.int(),
      reason: z.string(),
      createdAt: time,
      expiresAt: time,
    }),
  ),
  /** Live ones, newest first. */
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      /** The network address at the login. */
      address: z.string(),
      createdAt: time,
      lastSeenAt: time,
    }),
  ),
  /** Those that may spend the user's credit. */
  applications: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Null: the shop's own, which needs no grant. */
      grantedAt: z.nullable(time),
      scopes: z.array(z.string()),
      /** The latest sign-on from a live session. */
      signedOnAt: z.nullable(time),
    }),
  ),
  /** Newest first, revoked ones too. */
  apiKeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Its first characters. */
      hint: z.string(),
      application,
      /** Null: no limit. */
      monthlyLimit: z.nullable(z.int()),
      createdAt: time,
      lastUsedAt: z.nullable(time),
      revokedAt: z.nullable(time),
    }),
  ),
  /** Of all there are, not only of what this answer has. */
  counts: z.object({ orders: z.int(), entries: z.int() }),
})
export type UserDetail = z.output<typeof userDetail>
