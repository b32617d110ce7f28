import * as z from 'zod/mini'
import { applicationCall } from './application-call.ts'
import {
  apiKey,
  cursor,
  day,
  expiresIn,
  pageSize,
  reason,
  spentAmount,
  usage,
  usageLabels,
  uuid,
} from './application-fields.ts'
import {
  balances,
  balancesAfter,
  charge,
  chargePage,
  hold,
  reversal,
  statement,
} from './application-shapes.ts'

/** What applications call: `docs/integrate.md`. `user` is a user's id, `key` the id of a customer's API key. */

const refusedSpending = [
  'CREDIT_SHORT',
  'CREDIT_HELD',
  'KEY_LIMIT',
  'ACCOUNT_BLOCKED',
  'ACCOUNT_CLOSED',
  'KEY_REUSED',
] as const
const holdAnswer = () => z.object({ hold, ...balancesAfter })

export const userCredit = applicationCall({
  method: 'GET',
  path: '/api/v1/users/:user/credit',
  summary: '查询用户的积分',
  failures: ['NOT_FOUND', 'ACCOUNT_CLOSED'],
  input: () => z.strictObject({ user: uuid }),
  output: () =>
    z.object({
      ...balances,
      /** What the user owes: the balance below 0. */
      debt: z.int().check(z.gte(0)),
      expiring: z.array(z.object({ amount: z.int(), expiresAt: z.iso.datetime() })),
    }),
})

export const holdCredit = applicationCall({
  method: 'POST',
  path: '/api/v1/users/:user/holds',
  summary: '预留积分',
  failures: ['NOT_FOUND', ...refusedSpending],
  input: () =>
    z.strictObject({
      user: uuid,
      amount: spentAmount,
      reason,
      expiresIn: z.exactOptional(expiresIn),
      key: z.exactOptional(uuid),
    }),
  output: holdAnswer,
})

/** An amount of 0 releases the hold; `charge` is null then. */
export const captureHold = applicationCall({
  method: 'POST',
  path: '/api/v1/users/:user/holds/:id/capture',
  summary: '结束预留并扣费',
  failures: ['NOT_FOUND', 'HOLD_ENDED', 'ACCOUNT_CLOSED', 'CAPTURE_LIMIT', 'KEY_REUSED'],
  input: () =>
    z.strictObject({
      user: uuid,
      id: uuid,
      amount: z.union([z.literal(0), spentAmount]),
      reason: z.exactOptional(reason),
      usage: z.exactOptional(usage),
    }),
  output: () => z.object({ charge: z.nullable(charge), hold, ...balancesAfter }),
})

export const releaseHold = applicationCall({
  method: 'POST',
  path: '/api/v1/users/:user/holds/:id/release',
  summary: '归还预留',
  failures: ['NOT_FOUND', 'HOLD_ENDED', 'KEY_REUSED'],
  input: () => z.strictObject({ user: uuid, id: uuid }),
  output: holdAnswer,
})

/** The hold ends so many seconds from now, at most 24 hours after its beginning and never earlier than before. */
export const extendHold = applicationCall({
  method: 'POST',
  path: '/api/v1/users/:user/holds/:id/extend',
  summary: '延长预留',
  failures: ['NOT_FOUND', 'HOLD_ENDED', 'KEY_REUSED'],
  input: () => z.strictObject({ user: uuid, id: uuid, expiresIn: z.exactOptional(expiresIn) }),
  output: holdAnswer,
})

/** Hold and capture in one. */
export const chargeCredit = applicationCall({
  method: 'POST',
  path: '/api/v1/users/:user/charges',
  summary: '直接扣费',
  failures: ['NOT_FOUND', ...refusedSpending],
  input: () =>
    z.strictObject({
      user: uuid,
      amount: spentAmount,
      reason,
      usage: z.exactOptional(usage),
      key: z.exactOptional(uuid),
    }),
  output: () => z.object({ charge, ...balancesAfter }),
})

/** Gives back the amount, or without one all that is left of the charge. */
export const reverseCharge = applicationCall({
  method: 'POST',
  path: '/api/v1/users/:user/charges/:id/reverse',
  summary: '退回扣费',
  failures: ['NOT_FOUND', 'ACCOUNT_CLOSED', 'REVERSAL_LIMIT', 'KEY_REUSED'],
  input: () =>
    z.strictObject({ user: uuid, id: uuid, amount: z.exactOptional(spentAmount), reason }),
  output: () => z.object({ reversal, charge, ...balancesAfter }),
})

/** The application's charges of one user, newest first. */
export const userCharges = applicationCall({
  method: 'GET',
  path: '/api/v1/users/:user/charges',
  summary: '列出用户的扣费',
  failures: ['NOT_FOUND'],
  input: () => z.strictObject({ user: uuid, cursor: z.exactOptional(cursor), limit: pageSize }),
  output: () => chargePage,
})

/** The application's charges of a day of the site's time zone, oldest first. */
export const dayCharges = applicationCall({
  method: 'GET',
  path: '/api/v1/charges',
  summary: '列出某日的扣费',
  failures: [],
  input: () => z.strictObject({ day, cursor: z.exactOptional(cursor), limit: pageSize }),
  output: () => chargePage,
})

export const findCharge = applicationCall({
  method: 'GET',
  path: '/api/v1/charges/:user/:id',
  summary: '查询一笔扣费',
  failures: ['NOT_FOUND'],
  input: () => z.strictObject({ user: uuid, id: uuid }),
  output: () => z.object({ charge }),
})

/** What the application charged and gave back on a day of the site's time zone. */
export const dayStatement = applicationCall({
  method: 'GET',
  path: '/api/v1/statements/:day',
  summary: '查询日对账单',
  failures: [],
  input: () => z.strictObject({ day }),
  output: () => statement,
})

/** Whose API key this is. Keys of other applications, and revoked ones, are not active. */
export const introspectKey = applicationCall({
  method: 'POST',
  path: '/api/v1/keys/introspect',
  summary: '识别用户的密钥',
  failures: [],
  limitedAs: 'keys',
  input: () => z.strictObject({ key: apiKey }),
  output: () =>
    z.object({
      active: z.boolean(),
      user: z.optional(z.string()),
      keyId: z.optional(z.string()),
      /** Credit a month; absent: no limit. */
      limit: z.optional(z.int()),
      /** Charged and held by the key this month; only with a limit. */
      used: z.optional(z.int()),
    }),
})

/** Replaces what customers read for the names of this application's usage. */
export const setUsageLabels = applicationCall({
  method: 'PUT',
  path: '/api/v1/usage-labels',
  summary: '设置用量的显示名称',
  failures: [],
  input: () => z.strictObject({ labels: usageLabels }),
  output: () => z.object({ labels: usageLabels }),
})
