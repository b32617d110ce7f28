import { expect, test } from 'vitest'
import { ORDER_STATES, type OrderState } from '#contract/shapes.ts'
import type { Intent, PaymentOutcome } from '../../gateways/payments/payments.ts'
import { nextState } from './next-state.ts'
import type { OrderRow } from '../orders/order.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

function orderIn(state: OrderState, rest: Partial<OrderRow> = {}): OrderRow {
  return {
    id: 'order-1',
    userId: 'user-1',
    orderNo: '1',
    state,
    plan: { id: 'small', name: 'small', validDays: 0 },
    num: 1,
    amount: 1990,
    currency: 'cny',
    credit: 2000,
    bonusCredit: 0,
    paymentIntentId: 'pi_1',
    clientSecret: 'pi_1_secret_1',
    intentTry: 1,
    confirmCount: 1,
    attemptedMethod: 'pm_1',
    attemptedAt: later(-1_000),
    attemptedFrom: null,
    failureCode: null,
    paymentMethod: null,
    refundedAmount: 0,
    dispute: null,
    createdAt: later(-60_000),
    expiresAt: later(60_000),
    paidAt: null,
    ...rest,
  }
}

function intentIn(outcome: PaymentOutcome, rest: Partial<Intent> = {}): Intent {
  return {
    id: 'pi_1',
    outcome,
    status: '',
    amount: 1990,
    amountReceived: outcome === 'paid' ? 1990 : 0,
    currency: 'cny',
    livemode: false,
    clientSecret: 'pi_1_secret_1',
    metadata: { order: 'order-1' },
    nextAction: null,
    lastError: null,
    paymentMethodId: 'pm_1',
    paymentMethodType: 'card',
    paymentMethod: null,
    charge: null,
    createdAt: NOW,
    ...rest,
  }
}

const here = { now: NOW, livemode: false }

const OUTCOMES: PaymentOutcome[] = [
  'unpaid',
  'unconfirmed',
  'awaits_buyer',
  'authorized',
  'processing',
  'paid',
  'cancelled',
]

test.for(['paid', 'exception', 'refunded', 'partially_refunded'] as const)(
  'no intent moves an order that is %s',
  (state) => {
    for (const outcome of OUTCOMES) {
      expect(nextState(orderIn(state), intentIn(outcome), here)).toBeNull()
      expect(nextState(orderIn(state), intentIn(outcome, { amount: 1 }), here)).toBeNull()
    }
  },
)

test('only a paid intent that matches the order makes it paid', () => {
  const others: Partial<Intent>[] = [
    { amount: 1989 },
    { amountReceived: 1989 },
    { amountReceived: 0 },
    { currency: 'usd' },
    { livemode: true },
    { id: 'pi_2' },
    { metadata: { order: 'order-2' } },
    { metadata: {} },
  ]
  for (const state of ORDER_STATES) {
    const isPayable = ['pending', 'processing', 'cancelled', 'expired'].includes(state)
    const fitting = nextState(orderIn(state), intentIn('paid'), here)
    expect(fitting?.to).toBe(isPayable ? 'paid' : undefined)
    for (const difference of others) {
      const differing = nextState(orderIn(state), intentIn('paid', difference), here)
      expect(differing?.to).toBe(isPayable ? 'exception' : undefined)
    }
    for (const outcome of OUTCOMES) {
      if (outcome === 'paid') continue
      expect(nextState(orderIn(state), intentIn(outcome), here)?.to).not.toBe('paid')
    }
  }
})

test('money for a closed order is late', () => {
  expect(nextState(orderIn('expired'), intentIn('paid'), here)).toMatchObject({ isLate: true })
  expect(nextState(orderIn('pending'), intentIn('paid'), here)).not.toHaveProperty('isLate')
})

test('an intent altered before its payment makes the order an exception', () => {
  const changed = intentIn('unpaid', { amount: 1 })
  expect(nextState(orderIn('pending'), changed, here)?.to).toBe('exception')
  expect(nextState(orderIn('expired'), changed, here)).toBeNull()
})

test('an intent other than the order’s own matters only when it is paid', () => {
  const other = intentIn('unpaid', { id: 'pi_2' })
  expect(nextState(orderIn('pending'), other, here)).toBeNull()
})

test('a cancelled intent makes its order expired or cancelled, by the clock', () => {
  const canceled = intentIn('cancelled')
  expect(nextState(orderIn('pending'), canceled, here)?.to).toBe('cancelled')
  expect(nextState(orderIn('pending', { expiresAt: NOW }), canceled, here)?.to).toBe('expired')
})

test('an untouched intent changes nothing while an attempt may still reach it', () => {
  const untouched = intentIn('unpaid', { paymentMethodId: null })
  const order = (ageMs: number) => orderIn('processing', { attemptedAt: later(-ageMs) })
  expect(nextState(order(9_000), untouched, here)).toBeNull()
  expect(nextState(order(10_000), untouched, here)?.to).toBe('pending')
  expect(nextState(order(9_000), untouched, { ...here, isAnswer: true })?.to).toBe('pending')
  expect(nextState(order(-600_000), untouched, here)?.to).toBe('pending')
})

test('the decline of an earlier card does not end the newest attempt', () => {
  const error = (paymentMethodId: string) => ({
    lastError: { code: 'card_declined', declineCode: 'lost_card', paymentMethodId },
    paymentMethodId: null,
  })
  const earlier = intentIn('unpaid', error('pm_0'))
  expect(nextState(orderIn('processing'), earlier, here)).toBeNull()
  const own = intentIn('unpaid', error('pm_1'))
  expect(nextState(orderIn('processing'), own, here)).toMatchObject({
    to: 'pending',
    failureCode: 'lost_card',
  })
  expect(nextState(orderIn('pending', { failureCode: 'lost_card' }), own, here)).toBeNull()
})

test('a challenge makes the order pending again', () => {
  expect(nextState(orderIn('processing'), intentIn('awaits_buyer'), here)?.to).toBe('pending')
  expect(nextState(orderIn('pending'), intentIn('awaits_buyer'), here)).toBeNull()
})
