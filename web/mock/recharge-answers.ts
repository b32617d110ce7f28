import type { api } from '#contract/api.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type * as ledger from '#contract/credit/ledger.ts'
import type { Combo, Order } from '#contract/shapes.ts'
import { href } from '../lib/href.ts'
import { pageData } from '../lib/site.ts'
import { type Answers, MockRefusal } from './answer.ts'
import { SLOW_CARD, REFUSED_CARD } from './mock-cards.ts'
import { MOCK_QR_CODE } from './mock-qr-code.ts'
import { balanceOf, storeMockState, mockState } from './state.ts'

const PAYABLE_MS = 30 * 60_000
const OPEN_MAX = 3
/** Time until a slow payment settles. */
const SETTLES_AFTER_MS = 4000
const DAY_MS = 86_400_000
const SECRET = '_secret_mock'

/** Plans come from the content folder; orders are stored in the tab. */
export const rechargeAnswers: Answers<typeof api.recharge> = {
  comboList: plans,
  placeOrder: (purchase) => ({ order: orderToPay(purchase) }),
  queryOrder: ({ orderId }) => ({ order: settled(orderOf(orderId)) }),
  orderList({ page, pageSize, state }) {
    const orders = mockState().orders.map(settled)
    return pageOf(
      orders.filter((order) => state === undefined || order.state === state),
      page,
      pageSize,
    )
  },
  cancelOrder({ id }) {
    const order = orderOf(id)
    if (order.state !== 'pending') throw new MockRefusal('ORDER_STATE')
    order.state = 'cancelled'
    storeMockState()
    return { order }
  },
  createPaymentIntent(purchase) {
    const { id: orderId, amount, currency } = orderToPay(purchase)
    return { clientSecret: orderId + SECRET, orderId, amount, currency, provider: 'sandbox' }
  },
  confirmPayment({ clientSecret, paymentMethodId }) {
    const order = orderOf(clientSecret.replace(SECRET, ''))
    if (order.state !== 'pending') throw new MockRefusal('ORDER_STATE')
    order.attemptedAt = new Date().toISOString()
    storeMockState()
    if (paymentMethodId === REFUSED_CARD) throw new MockRefusal('CARD_DECLINED')
    if (paymentMethodId === 'wechat_pay') {
      setTimeout(() => settle(order, 'wechat_pay'), SETTLES_AFTER_MS)
      const nextAction = { type: 'qr', code: MOCK_QR_CODE, url: '/tutorial' } as const
      return { status: 'requires_action', orderId: order.id, nextAction }
    }
    if (paymentMethodId === 'alipay') {
      settle(order, 'alipay')
      const nextAction = { type: 'redirect', url: callbackOf(order) } as const
      return { status: 'requires_action', orderId: order.id, nextAction }
    }
    if (paymentMethodId === SLOW_CARD) {
      order.state = 'processing'
      order.paidAt = new Date(Date.now() + SETTLES_AFTER_MS).toISOString()
      storeMockState()
      return { status: 'processing', orderId: order.id }
    }
    settle(order)
    return { status: 'succeeded', orderId: order.id }
  },
}

export const ledgerAnswers: Answers<typeof ledger> = {
  creditEntries({ page, pageSize, type }) {
    const { entries } = mockState()
    return pageOf(
      entries.filter((entry) => type === undefined || entry.type === type),
      page,
      pageSize,
    )
  },
}

function plans(): Combo[] {
  const block = document.getElementById('mock-plans')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the development server wrote it
  return block === null ? pageData().plans : (JSON.parse(block.textContent) as Combo[])
}

/** The named order; without a name the open one of this plan and quantity, else a new one. */
function orderToPay({
  id: planId,
  num,
  order: named,
  amount,
}: InputOf<typeof api.recharge.placeOrder>): Order {
  if (named !== undefined) return requireOpen(settled(orderOf(named)), amount)
  const plan = plans().find(({ id }) => id === planId)
  if (!plan) throw new MockRefusal('NOT_FOUND')
  if (amount !== undefined && amount !== plan.amount * num) throw new MockRefusal('PRICE_CHANGED')
  const { orders } = mockState()
  const open = orders.filter(({ state }) => state === 'pending')
  const same = open.find((order) => order.combo.id === planId && order.num === num)
  if (same) return same
  if (open.length >= OPEN_MAX) throw new MockRefusal('TOO_MANY_OPEN_ORDERS')
  if (plan.isSoldOut) throw new MockRefusal('SOLD_OUT')
  if (piecesOf(planId) + num > (plan.limitPerUser ?? Infinity)) throw new MockRefusal('PLAN_LIMIT')
  const order: Order = {
    id: crypto.randomUUID(),
    orderNo: `XQ-MOCK-${orders.length + 1}`,
    state: 'pending',
    combo: { id: plan.id, name: plan.name, validDays: plan.validDays },
    num,
    amount: plan.amount * num,
    currency: plan.currency,
    credit: (plan.credit + plan.bonusCredit) * num,
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + PAYABLE_MS).toISOString(),
    refundedAmount: 0,
  }
  orders.unshift(order)
  storeMockState()
  return order
}

/** Throws what has become of an order that is not open. */
function requireOpen(order: Order, amount = order.amount): Order {
  switch (order.state) {
    case 'pending':
    case 'processing':
      if (amount !== order.amount) throw new MockRefusal('PRICE_CHANGED')
      return order
    case 'cancelled':
      throw new MockRefusal('ORDER_CANCELLED')
    case 'expired':
      throw new MockRefusal('ORDER_EXPIRED')
    default:
      throw new MockRefusal(order.paidAt === undefined ? 'ORDER_STATE' : 'ORDER_PAID')
  }
}

/** Pieces of the plan in open and paid orders. */
function piecesOf(planId: string): number {
  const closed = ['cancelled', 'expired', 'refunded']
  return mockState()
    .orders.filter(({ combo, state }) => combo.id === planId && !closed.includes(state))
    .reduce((sum, { num }) => sum + num, 0)
}

function orderOf(id: string): Order {
  const order = mockState().orders.find((each) => each.id === id)
  if (!order) throw new MockRefusal('NOT_FOUND')
  return order
}

/** Settles a slow payment whose time has come. */
function settled(order: Order): Order {
  const { state, paidAt } = order
  if (state === 'processing' && paidAt !== undefined && Date.parse(paidAt) <= Date.now()) {
    settle(order)
  }
  return order
}

function callbackOf({ id }: Order): string {
  return href('/account/stripe-callback', { order: id })
}

function settle(order: Order, method: 'card' | 'alipay' | 'wechat_pay' = 'card'): void {
  const state = mockState()
  const validDays = plans().find(({ id }) => id === order.combo.id)?.validDays ?? 0
  order.state = 'paid'
  order.paidAt = new Date().toISOString()
  order.paymentMethod =
    method === 'card'
      ? { type: method, brand: 'visa', last4: '4242' }
      : { type: method, brand: method, last4: '' }
  const expiresAt = validDays === 0 ? null : new Date(Date.now() + validDays * DAY_MS).toISOString()
  state.credit.push({ amount: order.credit, expiresAt })
  state.entries.unshift({
    id: crypto.randomUUID(),
    type: 'purchase',
    delta: order.credit,
    balanceAfter: balanceOf(state),
    orderId: order.id,
    orderNo: order.orderNo,
    createdAt: order.paidAt,
  })
  storeMockState()
}

function pageOf<Item>(all: Item[], page: number, pageSize: number) {
  const list = all.slice((page - 1) * pageSize, page * pageSize)
  return { list, total: all.length, page, pageSize }
}
