import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Intent } from '../../gateways/payments/payments.ts'
import { nextState } from './next-state.ts'
import type { OrderRow } from '../orders/order.ts'

const START = Date.UTC(2026, 0, 1)
const TERM_MS = 30 * 60_000

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
  attemptedMethods: [],
  foreignDeclines: 0,
  attemptedMethod: null,
  attemptedAt: null,
  attemptedFrom: null,
  failureCode: null,
  paymentMethod: null,
  refundedAmount: 0,
  dispute: null,
  createdAt: new Date(START),
  expiresAt: new Date(START + TERM_MS),
  paidAt: null,
}

/** What may happen to an intent at the provider. */
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
  | { do: 'attempt'; outcome: keyof Omit<typeof provider, 'cancel'>; isAnswered: boolean }
  | { do: 'continue'; outcome: keyof typeof provider }
  | { do: 'alter'; amount: number }
  | { do: 'report'; which: number }
  /** The order is cancelled while its intent stays open. */
  | { do: 'close' }
  | { do: 'wait'; ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('attempt' as const),
    outcome: fc.constantFrom('decline', 'challenge', 'process', 'succeed'),
    isAnswered: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('continue' as const),
    outcome: fc.constantFrom('decline', 'challenge', 'process', 'succeed', 'cancel'),
  }),
  { arbitrary: fc.record({ do: fc.constant('report' as const), which: fc.nat() }), weight: 3 },
  fc.record({ do: fc.constant('close' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 15 * 60_000 }) }),
)

interface Simulation {
  order: OrderRow
  intent: Intent
  /** All intents that the provider has reported; each may arrive again at any time. */
  reports: Intent[]
  now: number
  /** How often the order became paid. */
  credited: number
}

function receive(simulation: Simulation, intent: Intent, isAnswer = false): void {
  const now = new Date(simulation.now)
  const next = nextState(simulation.order, intent, { now, livemode: false, isAnswer })
  if (!next) return
  const { state } = simulation.order
  expect(['paid', 'exception']).not.toContain(state)
  if (next.to === 'paid') simulation.credited += 1
  const failureCode = next.failureCode ?? simulation.order.failureCode
  simulation.order = { ...simulation.order, state: next.to, failureCode }
}

function changeIntent(simulation: Simulation, outcome: keyof typeof provider): void {
  if (ENDED.includes(simulation.intent.outcome)) return
  simulation.intent = provider[outcome](simulation.intent)
  simulation.reports.push(simulation.intent)
}

function runStep(simulation: Simulation, one: Step, attempt: number): void {
  switch (one.do) {
    case 'attempt': {
      const isPayable = simulation.order.state === 'pending' && simulation.now < START + TERM_MS
      if (!isPayable) return
      const attemptedMethod = `pm_${attempt}`
      const attemptedAt = new Date(simulation.now)
      simulation.order = { ...simulation.order, state: 'processing', attemptedMethod, attemptedAt }
      if (ENDED.includes(simulation.intent.outcome)) return
      simulation.intent = {
        ...simulation.intent,
        paymentMethodId: attemptedMethod,
        lastError: null,
      }
      changeIntent(simulation, one.outcome)
      if (one.isAnswered) receive(simulation, simulation.intent, true)
      return
    }
    case 'continue':
      // nothing is charged without a payment method
      if (one.outcome === 'cancel' || simulation.intent.paymentMethodId !== null)
        changeIntent(simulation, one.outcome)
      return
    case 'alter':
      if (ENDED.includes(simulation.intent.outcome)) return
      simulation.intent = { ...simulation.intent, amount: one.amount }
      simulation.reports.push(simulation.intent)
      return
    case 'report':
      receive(simulation, simulation.reports[one.which % simulation.reports.length]!)
      return
    case 'close':
      if (simulation.order.state === 'pending')
        simulation.order = { ...simulation.order, state: 'cancelled' }
      return
    case 'wait':
      simulation.now += one.ms
  }
}

function simulate(steps: readonly Step[]): Simulation {
  const simulation: Simulation = {
    order: NEW_ORDER,
    intent: NEW_INTENT,
    reports: [NEW_INTENT],
    now: START,
    credited: 0,
  }
  for (const [at, one] of steps.entries()) runStep(simulation, one, at)
  return simulation
}

test('after late, repeated or reordered reports the order has the state of its payment', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const simulation = simulate(steps)

      // the reconciler asks once more, after any attempt has reached the provider
      simulation.now += 60_000
      receive(simulation, simulation.intent)
      receive(simulation, simulation.intent)

      const { state } = simulation.order
      expect(simulation.credited).toBe(simulation.intent.outcome === 'paid' ? 1 : 0)
      switch (simulation.intent.outcome) {
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
        const unaltered = simulate(before)
        fc.pre(!ENDED.includes(unaltered.intent.outcome))
        const simulation = simulate([...before, altered, ...after])

        simulation.now += 60_000
        receive(simulation, simulation.intent)

        expect(simulation.credited).toBe(0)
        if (simulation.intent.outcome === 'paid') expect(simulation.order.state).toBe('exception')
      },
    ),
    { numRuns: 1_000 },
  )
})
