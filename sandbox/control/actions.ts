import { findDispute } from '../api/dispute-endpoints.ts'
import { invalidParam } from '../api/errors.ts'
import type { Params } from '../api/params.ts'
import type { Context } from '../payments/context.ts'
import { disputeKinds, disputeReasons } from '../payments/disputes/dispute-kinds.ts'
import { closeDispute, escalateDispute, openDispute } from '../payments/disputes/disputes.ts'
import { createRefund, findCharge } from '../payments/refunds.ts'
import { noFaults, type FaultPlan } from '../faults/plan.ts'
import type { Change, State } from '../storage/state.ts'
import { toMinorUnits } from '../payments/minor-units.ts'
import type { Charge, Dispute } from '../storage/tables.ts'
import { forgetPayments } from './forget.ts'
import { readClock } from './clock.ts'
import { readCallRule, readPlan, readWebhookRule } from './fault-params.ts'
import { reportClock, reportFaults, reportState } from './report.ts'

/** Something that is done to the sandbox from outside of the provider's protocol. */
export interface Action {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Reads the parameters and returns the work, whose result, if any, is the answer. */
  prepare(call: { params: Params; id: string }): (context: Context) => object | void
  /** The answer when the work has no result. */
  report?(state: State): object
  /** The page to which its form leads back. */
  page(id: string, made?: object | void): string
}

const payments = (id: string): string => `/payments/${id}`
const faults = (): string => '/faults'

export const actions: readonly Action[] = [
  { method: 'GET', path: '', prepare: nothing, report: reportState, page: () => '/' },

  { method: 'GET', path: '/clock', prepare: nothing, report: reportClock, page: faults },
  {
    method: 'POST',
    path: '/clock',
    prepare({ params }) {
      const set = readClock(params)
      return ({ change }) => set(change)
    },
    report: reportClock,
    page: faults,
  },

  { method: 'GET', path: '/faults', prepare: nothing, report: reportFaults, page: faults },
  {
    method: 'POST',
    path: '/faults',
    prepare({ params }) {
      const plan = readPlan(params)
      return ({ change }) => startPlan(change, plan)
    },
    report: reportFaults,
    page: faults,
  },
  {
    method: 'DELETE',
    path: '/faults',
    prepare:
      () =>
      ({ change }) =>
        startPlan(change, noFaults),
    report: reportFaults,
    page: faults,
  },
  {
    method: 'POST',
    path: '/faults/calls',
    prepare({ params }) {
      const rule = readCallRule(params)
      return ({ change }) =>
        changePlan(change, (plan) => ({ ...plan, calls: [...plan.calls, rule] }))
    },
    report: reportFaults,
    page: faults,
  },
  {
    method: 'POST',
    path: '/faults/webhooks',
    prepare({ params }) {
      const rule = readWebhookRule(params)
      return ({ change }) =>
        changePlan(change, (plan) => ({ ...plan, webhooks: [...plan.webhooks, rule] }))
    },
    report: reportFaults,
    page: faults,
  },

  {
    method: 'POST',
    path: '/faults/calls/:id/remove',
    prepare: removeRule('calls'),
    report: reportFaults,
    page: faults,
  },
  {
    method: 'POST',
    path: '/faults/webhooks/:id/remove',
    prepare: removeRule('webhooks'),
    report: reportFaults,
    page: faults,
  },

  { method: 'POST', path: '/payments/:id/refund', prepare: refund, page: payments },
  { method: 'POST', path: '/payments/:id/dispute', prepare: dispute, page: payments },
  {
    method: 'POST',
    path: '/payments/forget',
    prepare({ params }) {
      const ids = (params.text('ids') ?? '').split(',')
      return (context) => forgetPayments(context, ids)
    },
    page: () => '/',
  },
  {
    method: 'POST',
    path: '/disputes/:id/win',
    prepare: decide((context, before) => closeDispute(context, before, 'won')),
    page: pageOfDispute,
  },
  {
    method: 'POST',
    path: '/disputes/:id/lose',
    prepare: decide((context, before) => closeDispute(context, before, 'lost')),
    page: pageOfDispute,
  },
  {
    method: 'POST',
    path: '/disputes/:id/escalate',
    prepare: decide(escalateDispute),
    page: pageOfDispute,
  },
]

function nothing(): () => void {
  return () => undefined
}

/** Stores the plan and resets the counters, so that its seed gives the same faults again. */
function startPlan(change: Change, plan: FaultPlan): void {
  change.put('faults', 'plan', plan)
  for (const { list, name } of change.rows('faultCounts')) {
    change.remove('faultCounts', `${list}/${name}`)
  }
}

function changePlan(change: Change, edit: (plan: FaultPlan) => FaultPlan): void {
  change.put('faults', 'plan', edit(change.get('faults', 'plan') ?? noFaults))
}

const reasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const

function refund({ params, id }: { params: Params; id: string }): (context: Context) => object {
  const amountFor = readAmount(params)
  const reason = params.choice('reason', reasons) ?? null
  return (context) => {
    const charge = findCharge(context.change, id)
    const amount = amountFor(charge)
    return createRefund(context, charge, { amount, reason, metadata: {} })
  }
}

function dispute({ params, id }: { params: Params; id: string }): (context: Context) => object {
  const amountFor = readAmount(params)
  const reason = params.choice('reason', [...disputeKinds.keys()]) ?? 'fraudulent'
  const kind = disputeKinds.get(reason) ?? disputeReasons.fraudulent
  const end = params.choice('end', ['won', 'lost'])
  return (context) => {
    const charge = findCharge(context.change, id)
    const opened = openDispute(context, charge, kind, amountFor(charge))
    return end === undefined ? opened : closeDispute(context, opened, end)
  }
}

/** `amount` in minor units, or `money` as it is typed on the page; neither stands for all that is left. */
function readAmount(params: Params): (charge: Charge) => number | undefined {
  const amount = params.integer('amount')
  const text = params.text('money')
  return ({ currency }) => {
    const given = text === undefined ? amount : (toMinorUnits(text, currency) ?? 0)
    if (given === undefined || given > 0) return given
    throw invalidParam(
      'amount',
      'The amount is not positive, or finer than its currency.',
      'parameter_invalid_integer',
    )
  }
}

function removeRule(
  list: 'calls' | 'webhooks',
): (call: { id: string }) => (context: Context) => void {
  return ({ id }) =>
    ({ change }) =>
      changePlan(change, (plan) => ({
        ...plan,
        [list]: plan[list].filter((_, place) => String(place) !== id),
      }))
}

function decide(end: (context: Context, before: Dispute) => Dispute): Action['prepare'] {
  return ({ id }) =>
    (context) =>
      end(context, findDispute(context.change, id))
}

function pageOfDispute(_id: string, made?: object | void): string {
  const intent: unknown = made && Reflect.get(made, 'payment_intent')
  return typeof intent === 'string' ? payments(intent) : '/'
}
