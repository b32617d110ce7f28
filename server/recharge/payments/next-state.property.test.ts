import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Intent } from '../../gateways/payments/payments.ts'
import { nextState } from './next-state.ts'
import type { OrderRow } from '../orders/order.ts'

const START = Date.UTC(2026, 0, 1)
const EXPIRES_MS = 30 * 60_000

const NEW_INTENT: Intent = {
  id: 'pi_1',
  outcome: 'unpaid',
  status: '',
  amount: 1990,
  amountReceived: 0,
  currency: 'cny',
  livemode: false,
  clientSecret: 'pi_1_secret_1',
  metadata: { order: 'order-1' },
  nextAction: null,
  lastError: null,
  paymentMethodId: null,
  paymentMethodType: null,
  paymentMethod: null,
  charge: null,
  createdAt: new Date(START),
}

const NEW_ORDER: OrderRow = {
  id: 'order-1',
  userId: 'user-1',
  orderNo: '1',
  state: 'pending',
  plan: { id: 'small', name: 'small', validDays: 0 },
  num: 1,
  amount: 1990,
  currency: 'cny',
  credit: 2000,
  bonusCredit: 0,
  paymentIntentId: 'pi_1',
  clientSecret: 'pi_1_secret_1',
  intentTry: 1,
  confirmCount: 0,
  attemptedMethod: null,
  attemptedAt: null,
  attemptedFrom: null,
  failureCode: null,
  paymentMethod: null,
  refundedAmount: 0,
  dispute: null,
  createdAt: new Date(START),
  expiresAt: new Date(START + EXPIRES_MS),
  paidAt: null,
}

/** What may happen at the provider, and from which states. */
const provider = {
  decline: (intent: Intent): Intent => ({
    ...intent,
    outcome: 'unpaid',
    lastError: {
      code: 'card_declined',
      declineCode: null,
      paymentMethodId: intent.paymentMethodId,
    },
    paymentMethodId: null,
  }),
  challenge: (intent: Intent): Intent => ({ ...intent, outcome: 'awaits_buyer' }),
  process: (intent: Intent): Intent => ({ ...intent, outcome: 'processing' }),
  succeed: (intent: Intent): Intent => ({
    ...intent,
    outcome: 'paid',
    amountReceived: intent.amount,
  }),
  cancel: (intent: Intent): Intent => ({ ...intent, outcome: 'cancelled', paymentMethodId: null }),
}

const ENDED = ['paid', 'cancelled']

type Step =
  | { do: 'try'; outcome: keyof Omit<typeof provider, 'cancel'>; isHeard: boolean }
  | { do: 'go on'; outcome: keyof typeof provider }
  | { do: 'alter'; amount: number }
  | { do: 'report'; which: number }
  /** The order ends although nobody cancelled its intent. */
  | { do: 'close' }
  | { do: 'wait'; ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('try' as const),
    outcome: fc.constantFrom('decline', 'challenge', 'process', 'succeed'),
    isHeard: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('go on' as const),
    outcome: fc.constantFrom('decline', 'challenge', 'process', 'succeed', 'cancel'),
  }),
  { arbitrary: fc.record({ do: fc.constant('report' as const), which: fc.nat() }), weight: 3 },
  fc.record({ do: fc.constant('close' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 15 * 60_000 }) }),
)

interface World {
  order: OrderRow
  intent: Intent
  /** Every answer that the provider ever gave; any of them may arrive at any time. */
  told: Intent[]
  now: number
  /** How often the order became paid. */
  credited: number
}

function hear(world: World, intent: Intent, isAnswer = false): void {
  const now = new Date(world.now)
  const next = nextState(world.order, intent, { now, livemode: false, isAnswer })
  if (!next) return
  const { state } = world.order
  expect(['paid', 'exception']).not.toContain(state)
  if (next.to === 'paid') world.credited += 1
  const failureCode = next.failureCode ?? world.order.failureCode
  world.order = { ...world.order, state: next.to, failureCode }
}

function change(world: World, outcome: keyof typeof provider): void {
  if (ENDED.includes(world.intent.outcome)) return
  world.intent = provider[outcome](world.intent)
  world.told.push(world.intent)
}

function play(world: World, one: Step, attempt: number): void {
  switch (one.do) {
    case 'try': {
      const isPayable = world.order.state === 'pending' && world.now < START + EXPIRES_MS
      if (!isPayable) return
      const attemptedMethod = `pm_${attempt}`
      const attemptedAt = new Date(world.now)
      world.order = { ...world.order, state: 'processing', attemptedMethod, attemptedAt }
      if (ENDED.includes(world.intent.outcome)) return
      world.intent = { ...world.intent, paymentMethodId: attemptedMethod, lastError: null }
      change(world, one.outcome)
      if (one.isHeard) hear(world, world.intent, true)
      return
    }
    case 'go on':
      // nothing is charged without a payment method
      if (one.outcome === 'cancel' || world.intent.paymentMethodId !== null)
        change(world, one.outcome)
      return
    case 'alter':
      if (ENDED.includes(world.intent.outcome)) return
      world.intent = { ...world.intent, amount: one.amount }
      world.told.push(world.intent)
      return
    case 'report':
      hear(world, world.told[one.which % world.told.length]!)
      return
    case 'close':
      if (world.order.state === 'pending') world.order = { ...world.order, state: 'cancelled' }
      return
    case 'wait':
      world.now += one.ms
  }
}

function worldAfter(steps: readonly Step[]): World {
  const world: World = {
    order: NEW_ORDER,
    intent: NEW_INTENT,
    told: [NEW_INTENT],
    now: START,
    credited: 0,
  }
  for (const [at, one] of steps.entries()) play(world, one, at)
  return world
}

test('late, repeated or reordered reports leave the order as its payment ended', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const world = worldAfter(steps)

      // the reconciler asks once more, when no try can be on its way any longer
      world.now += 60_000
      hear(world, world.intent)
      hear(world, world.intent)

      const { state } = world.order
      expect(world.credited).toBe(world.intent.outcome === 'paid' ? 1 : 0)
      switch (world.intent.outcome) {
        case 'paid':
          expect(state).toBe('paid')
          break
        case 'cancelled':
          expect(['cancelled', 'expired']).toContain(state)
          break
        case 'processing':
          expect(['processing', 'cancelled']).toContain(state)
          break
        default:
          expect(['pending', 'cancelled']).toContain(state)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('an altered intent is never credited', () => {
  const alter = fc.record({
    do: fc.constant('alter' as const),
    amount: fc.constantFrom(1, 1989, 1991),
  })
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 15 }),
      alter,
      fc.array(step, { maxLength: 15 }),
      (before, altered, after) => {
        const honest = worldAfter(before)
        fc.pre(!ENDED.includes(honest.intent.outcome))
        const world = worldAfter([...before, altered, ...after])

        world.now += 60_000
        hear(world, world.intent)

        expect(world.credited).toBe(0)
        if (world.intent.outcome === 'paid') expect(world.order.state).toBe('exception')
      },
    ),
    { numRuns: 1_000 },
  )
})
