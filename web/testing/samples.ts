import type { Order, User } from '#contract/shapes.ts'

/** An order paid by card; `details` replace its fields. */
export function orderOf(details: Partial<Order> = {}): Order {
  return {
    id: 'order-1',
    orderNo: 'XQ261118-3K7F92',
    state: 'paid',
    combo: { id: 'pro', name: '专业版' },
    num: 1,
    amount: 9990,
    currency: 'cny',
    credit: 12_000,
    createdAt: '2026-11-18T02:24:51.000Z',
    expiresAt: '2026-11-18T02:54:51.000Z',
    paidAt: '2026-11-18T02:25:38.000Z',
    attemptedAt: '2026-11-18T02:25:36.000Z',
    refundedAmount: 0,
    paymentMethod: { type: 'card', brand: 'visa', last4: '4242' },
    ...details,
  }
}

/** An order that waits to be paid; by default for another 20 minutes. */
export function pendingOrderOf(details: Partial<Order> = {}): Order {
  const { paidAt: _, paymentMethod: __, attemptedAt: ___, ...unpaid } = orderOf()
  return {
    ...unpaid,
    id: 'order-2',
    orderNo: 'XQ261120-8M4T21',
    state: 'pending',
    createdAt: minutesFromNow(-10),
    expiresAt: minutesFromNow(20),
    ...details,
  }
}

export const sampleUser: User = {
  id: 'user-1',
  email: 'linwan@example.com',
  nickname: '林晚',
  emailVerifiedAt: '2026-06-01T00:00:00.000Z',
  createdAt: '2026-06-01T00:00:00.000Z',
  source: null,
}

export function minutesFromNow(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString()
}
