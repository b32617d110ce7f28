import type { Invoice, SavedTitle } from '#contract/invoices/invoice-shapes.ts'
import { type CreditEntry, ORDER_STATES, type Order, type User } from '#contract/shapes.ts'
import { sampleInvoices, sampleTitles } from './sample-invoices.ts'

/** The data of the mock server, stored while the tab is open. */
export interface MockState {
  user: User
  credit: { amount: number; expiresAt: string | null }[]
  /** Newest first, as are the movements. */
  orders: Order[]
  entries: CreditEntry[]
  /** Newest first. */
  invoices: Invoice[]
  /** The last used first. */
  titles: SavedTitle[]
  sessions: { id: string; device: string; ip: string; createdAt: string; lastSeenAt: string }[]
  /** The account is to be closed. */
  isClosing: boolean
}

const DAY_MS = 86_400_000

/** A customer of some months, with an order in every state. */
export function sampleState(): MockState {
  const orders = ORDER_STATES.map(orderIn)
  return {
    user: {
      id: 'mock-user',
      email: 'linwan@example.com',
      nickname: '林晚',
      emailVerifiedAt: daysAgo(160),
      createdAt: daysAgo(160),
      source: 'youtube',
    },
    credit: [
      { amount: 480, expiresAt: daysAgo(-5) },
      { amount: 12_000, expiresAt: daysAgo(-300) },
    ],
    orders,
    invoices: sampleInvoices(),
    titles: [...sampleTitles],
    entries: [
      {
        id: 'mock-entry-2',
        type: 'consume',
        delta: -1520,
        balanceAfter: 12_480,
        reason: '文档翻译',
        createdAt: daysAgo(1),
      },
      {
        id: 'mock-entry-1',
        type: 'purchase',
        delta: 14_000,
        balanceAfter: 14_000,
        orderId: 'mock-order-paid',
        orderNo: 'XQ000000-PAID01',
        planName: '专业版',
        createdAt: daysAgo(3),
      },
    ],
    sessions: [
      {
        id: 'mock-here',
        device: 'Chrome · Windows',
        ip: '203.0.113.8',
        createdAt: daysAgo(2),
        lastSeenAt: daysAgo(0),
      },
      {
        id: 'mock-phone',
        device: '微信 · iPhone',
        ip: '198.51.100.20',
        createdAt: daysAgo(9),
        lastSeenAt: daysAgo(1),
      },
    ],
    isClosing: false,
  }
}

function orderIn(state: Order['state'], at: number): Order {
  const isPaid = state === 'paid' || state.endsWith('refunded')
  const isOpen = state === 'pending' || state === 'processing'
  const amount = 9990
  return {
    id: `mock-order-${state}`,
    orderNo: `XQ000000-${state.slice(0, 4).toUpperCase()}01`,
    state,
    combo: { id: 'standard', name: '标准版' },
    num: 1,
    amount,
    currency: 'cny',
    credit: 12_000,
    createdAt: isOpen ? daysAgo(0) : daysAgo(at + 1),
    expiresAt: isOpen ? new Date(Date.now() + 20 * 60_000).toISOString() : daysAgo(at + 1),
    refundedAmount: state === 'refunded' ? amount : state === 'partially_refunded' ? 4000 : 0,
    ...(isPaid && {
      paidAt: daysAgo(at + 1),
      paymentMethod: { type: 'card', brand: 'visa', last4: '4242' },
    }),
  }
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString()
}
