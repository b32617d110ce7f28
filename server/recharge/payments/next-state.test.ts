import { expect, test } from 'vitest'
import { ORDER_STATES, type OrderState } from '#contract/shapes.ts'
import type { Intent, PaymentOutcome } from '../../gateways/payments/payments.ts'
import { nextState } from './next-state.ts'
import type { OrderRow } from '../orders/order.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const timeAfter = (ms: number) => new Date(NOW.getTime() + ms)

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
    attemptedMethods: ['pm_1'],
    foreignDeclines: 0,
    attemptedMethod: 'pm_1',
    attemptedAt: timeAfter(-1_000),
    attemptedFrom: null,
    failureCode: null,
    paymentMethod: null,
    refundedAmount: 0,
    dispute: null,
    createdAt: timeAfter(-60_000),
    expiresAt: timeAfter(60_000),
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

const context = { now: NOW, livemode: false }

const OUTCOMES: PaymentOutcome[] = [
  'unpaid',
  'unconfirmed',
  'awaits_buyer',
  'authorized',
  'processing',
  'paid',
  'cancelled',
]

test('no intent changes the state of an order that is paid, in exception or refunded', () => {
  for (const state of ['paid', 'exception', 'refunded', 'partially_refunded'] as const) {
    for (const outcome of OUTCOMES) {
      expect(nextState(orderIn(state), intentIn(outcome), context)).toBeNull()
      expect(nextState(orderIn(state), intentIn(outcome, { amount: 1 }), context)).toBeNull()
    }
  }
})

test('a paid intent makes the order paid when it matches, late when it was expired, and an exception when it differs', () => {
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
    const matching = nextState(orderIn(state), intentIn('paid'), context)
    expect(matching?.to).toBe(isPayable ? 'paid' : undefined)
    for (const difference of others) {
      const mismatch = nextState(orderIn(state), intentIn('paid', difference), context)
      expect(mismatch?.to).toBe(isPayable ? 'exception' : undefined)
    }
    for (const outcome of OUTCOMES) {
      if (outcome === 'paid') continue
      expect(nextState(orderIn(state), intentIn(outcome), context)?.to).not.toBe('paid')
    }
  }

  expect(nextState(orderIn('expired'), intentIn('paid'), context)).toMatchObject({ isLate: true })
  expect(nextState(orderIn('pending'), intentIn('paid'), context)).not.toHaveProperty('isLate')
})

test('an unpaid intent: altered it makes the order an exception, of another id it changes nothing', () => {
  const changed = intentIn('unpaid', { amount: 1 })
  expect(nextState(orderIn('pending'), changed, context)?.to).toBe('exception')
  expect(nextState(orderIn('expired'), changed, context)).toBeNull()
  expect(nextState(orderIn('pending'), intentIn('unpaid', { id: 'pi_2' }), context)).toBeNull()
  expect(nextState(orderIn('processing'), intentIn('awaits_buyer'), context)?.to).toBe('pending')
  expect(nextState(orderIn('pending'), intentIn('awaits_buyer'), context)).toBeNull()
})

test('a cancelled intent makes its order cancelled, or expired once it is overdue', () => {
  const canceled = intentIn('cancelled')
  expect(nextState(orderIn('pending'), canceled, context)?.to).toBe('cancelled')
  expect(nextState(orderIn('pending', { expiresAt: NOW }), canceled, context)?.to).toBe('expired')
})

test('an untouched intent changes nothing while an attempt may still reach it', () => {
  const untouched = intentIn('unpaid', { paymentMethodId: null })
  const order = (ageMs: number) => orderIn('processing', { attemptedAt: timeAfter(-ageMs) })
  expect(nextState(order(9_000), untouched, context)).toBeNull()
  expect(nextState(order(10_000), untouched, context)?.to).toBe('pending')
  expect(nextState(order(9_000), untouched, { ...context, isAnswer: true })?.to).toBe('pending')
  expect(nextState(order(-600_000), untouched, context)?.to).toBe('pending')
})

test('a decline ends the attempt whose payment method it names, not a newer one', () => {
  const error = (paymentMethodId: string) => ({
    lastError: { code: 'card_declined', declineCode: 'lost_card', paymentMethodId },
    paymentMethodId: null,
  })
  const earlier = intentIn('unpaid', error('pm_0'))
  expect(nextState(orderIn('processing'), earlier, context)).toBeNull()
  const own = intentIn('unpaid', error('pm_1'))
  expect(nextState(orderIn('processing'), own, context)).toMatchObject({
    to: 'pending',
    failureCode: 'lost_card',
  })
  expect(nextState(orderIn('pending', { failureCode: 'lost_card' }), own, context)).toBeNull()
})
