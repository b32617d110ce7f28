import type { ConsoleEvent } from '#contract/console/events.ts'
import type { ConsoleMail } from '#contract/console/mails.ts'
import type { ConsoleOrder, OrderDetail, ProviderIntent } from '#contract/console/orders/orders.ts'
import type { ConsoleUser, LedgerMovement, UserDetail } from '#contract/console/users.ts'
import type { ActionForm } from '#contract/console/actions.ts'
import { refundForm } from './render-console.tsx'

/** What the console's views answer with. */

const time = '2026-11-18T02:25:00.000Z'

export function orderOf(details: Partial<ConsoleOrder> = {}): ConsoleOrder {
  return {
    id: '0197a9c2-0000-7000-8000-000000000101',
    orderNo: 'XQ1',
    state: 'paid',
    dispute: null,
    disputeDueAt: null,
    isLate: false,
    userId: 'user-1',
    email: 'linwan@example.com',
    nickname: '林晚',
    planName: '专业版',
    num: 1,
    amount: 9990,
    currency: 'cny',
    credit: 12_000,
    refundedAmount: 0,
    paymentMethod: 'Visa 尾号 4242',
    source: '知乎',
    createdAt: time,
    paidAt: time,
    ...details,
  }
}

export function orderDetailOf(
  order: Partial<OrderDetail['order']> = {},
  rest: Partial<OrderDetail> = {},
): OrderDetail {
  return {
    order: {
      ...orderOf(),
      planId: 'pro',
      bonusCredit: 2000,
      validDays: 365,
      paymentIntentId: 'pi_1',
      attempts: 1,
      attemptedAt: time,
      failure: null,
      expiresAt: time,
      ...order,
    },
    buyer: {
      id: 'user-1',
      email: 'linwan@example.com',
      nickname: '林晚',
      balance: 12_480,
      source: null,
    },
    refunds: [],
    disputes: [],
    timeline: [{ at: time, what: '下单', credit: null, by: '用户', why: null }],
    entries: [],
    mails: [],
    events: [],
    audit: [],
    policy: null,
    refundRequest: null,
    ...rest,
  }
}

export const sampleIntent: ProviderIntent = {
  id: 'pi_1',
  status: 'succeeded',
  statusLabel: '付款成功',
  amount: 9990,
  amountReceived: 9990,
  currency: 'cny',
  livemode: false,
  isAsOrdered: true,
  lastError: null,
  paymentMethod: 'Visa 尾号 4242',
  charge: { amountRefunded: 0, isDisputed: false, chargedAt: time },
  createdAt: time,
}

export function userOf(details: Partial<ConsoleUser> = {}): ConsoleUser {
  return {
    id: 'user-1',
    email: 'linwan@example.com',
    nickname: '林晚',
    source: null,
    createdAt: time,
    closingAt: null,
    blockedAt: null,
    closedAt: null,
    balance: 12_480,
    orders: 3,
    paid: 81_770,
    sessions: 2,
    lastSeenAt: null,
    ...details,
  }
}

export function movementOf(details: Partial<LedgerMovement> = {}): LedgerMovement {
  return {
    position: 86,
    type: 'consume',
    delta: -96,
    balanceAfter: 12_480,
    orderNo: null,
    by: 'AI 工具',
    reason: '翻译',
    createdAt: time,
    ...details,
  }
}

export function userDetailOf(details: Partial<UserDetail> = {}): UserDetail {
  const { balance: _, orders: _count, sessions: _devices, ...user } = userOf()
  return {
    user: { ...user, currency: 'cny', secondFactorSince: null, passwordStoppedAt: null },
    credit: { balance: 12_480, held: 120, available: 12_360, debt: 0 },
    lots: [],
    orders: [],
    entries: [],
    holds: [],
    sessions: [],
    applications: [],
    apiKeys: [],
    counts: { orders: 3, entries: 86 },
    ...details,
  }
}

export function mailOf(details: Partial<ConsoleMail> = {}): ConsoleMail {
  return {
    id: '0197a9c2-0000-7000-8000-000000000301',
    state: 'dead',
    to: 'linwan@example.com',
    subject: '付款收据',
    title: null,
    attempts: 8,
    createdAt: time,
    nextTryAt: null,
    finishedAt: time,
    goodUntil: null,
    lastError: '550 mailbox unavailable',
    ...details,
  }
}

export function eventOf(details: Partial<ConsoleEvent> = {}): ConsoleEvent {
  return {
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    createdAt: time,
    appliedAt: time,
    orderId: 'order-1',
    orderNo: 'XQ1',
    ...details,
  }
}

/** An action without a preview that takes one reference. */
export function formOf(command: string, title: string, name: string): ActionForm {
  return {
    ...refundForm,
    command,
    title,
    permission: 'serve',
    needsConfirmation: false,
    hasPreview: false,
    fields: [{ name, label: '对象', help: '', isRequired: true, kind: 'text' }],
  }
}
