import * as z from 'zod/mini'
import { refundReasons } from '../api/endpoints.ts'
import { ApiError, invalidParam } from '../api/errors.ts'
import { parseForm } from '../api/form.ts'
import { readParams, type Params } from '../api/params.ts'
import {
  callFaults,
  DELAY_MS,
  LATE_MS,
  noFaults,
  webhookFaults,
  type FaultPlan,
} from '../faults/plan.ts'
import type { Context } from '../payments/context.ts'
import {
  closeDispute,
  disputeReasons,
  escalateDispute,
  findDispute,
  openDispute,
} from '../payments/disputes.ts'
import { intentIdOf } from '../payments/events.ts'
import { toMinorUnits } from '../pages/labels.ts'
import { createRefund, findCharge } from '../payments/refunds.ts'
import type { Change, State } from '../storage/state.ts'
import type { Charge, Dispute } from '../storage/tables.ts'

/** Something that is done to the sandbox from outside of the provider's protocol. */
export interface Action {
  method: 'GET' | 'POST'
  path: string
  /** Reads the body and returns the work, whose result, if any, is the answer. */
  prepare(call: { body: string; id: string }): (context: Context) => object | void
  /** The answer when the work has no result. */
  report?(state: State): object
  /** The page to which its form leads back. */
  page?(id: string, made?: object | void): string
}

const paymentPath = (id: string): string => `/payments/${id}`

export const actions: readonly Action[] = [
  { method: 'GET', path: '', prepare: () => () => undefined, report: reportWaiting },
  { method: 'GET', path: '/faults', prepare: () => () => undefined, report: reportFaults },
  {
    method: 'POST',
    path: '/faults',
    prepare({ body }) {
      const plan = readPlan(body)
      return ({ change }) => startPlan(change, plan)
    },
    report: reportFaults,
  },
  { method: 'POST', path: '/deliveries', prepare: withForm(setDeliveries) },
  {
    method: 'POST',
    path: '/payments/:id/refund',
    prepare: withForm(refund),
    page: paymentPath,
  },
  {
    method: 'POST',
    path: '/payments/:id/dispute',
    prepare: withForm(dispute),
    page: paymentPath,
  },
  { method: 'POST', path: '/payments/forget', prepare: withForm(forget) },
  decision('win', (context, before) => closeDispute(context, before, 'won')),
  decision('lose', (context, before) => closeDispute(context, before, 'lost')),
  decision('escalate', escalateDispute),
]

/** How much is left to be done by the sandbox itself, by kind. */
function reportWaiting(state: State): object {
  const waiting: Record<string, number> = {}
  for (const { kind } of state.rows('tasks')) waiting[kind] = (waiting[kind] ?? 0) + 1
  return { waiting }
}

/** How often each operation and event came up since the plan was set, and which faults hit it. */
function reportFaults(state: State): object {
  const counts: Record<string, object> = { calls: {}, webhooks: {} }
  for (const { list, name, met, done } of state.rows('faultCounts')) {
    counts[list] = { ...counts[list], [name]: { met, done } }
  }
  return { counts }
}

const ruleOf = <Fault extends string>(faults: readonly Fault[]) =>
  z.strictObject({
    on: z.string(),
    fault: z.enum(faults),
    percent: z.number().check(z.minimum(0), z.maximum(100)),
    delay_ms: z._default(z.int().check(z.minimum(0), z.maximum(600_000)), DELAY_MS),
  })

const planBody = z.strictObject({
  seed: z._default(z.int(), 1),
  calls: z._default(z.array(ruleOf(callFaults)), []),
  webhooks: z._default(z.array(ruleOf(webhookFaults)), []),
})

function readPlan(body: string): FaultPlan {
  try {
    const { seed, calls, webhooks } = planBody.parse(JSON.parse(body))
    return {
      seed,
      calls: calls.map(({ delay_ms: delayMs, ...rule }) => ({ ...rule, delayMs })),
      webhooks: webhooks.map(({ delay_ms: delayMs, ...rule }) => ({ ...rule, delayMs })),
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new ApiError(400, { type: 'invalid_request_error', message })
  }
}

/** Stores the plan and resets the counters, so that its seed gives the same faults again. */
function startPlan(change: Change, plan: FaultPlan): void {
  change.put('faults', 'plan', plan)
  for (const { list, name } of change.rows('faultCounts')) {
    change.remove('faultCounts', `${list}/${name}`)
  }
}

/** All events from now on: late, lost, or as usual. */
function setDeliveries(params: Params): (context: Context) => void {
  const fault = params.choice('events', ['usual', 'late', 'drop'])
  const all = { on: '*', percent: 100, delayMs: LATE_MS }
  const webhooks = fault === 'late' || fault === 'drop' ? [{ ...all, fault }] : []
  return ({ change }) =>
    change.put('faults', 'plan', { ...(change.get('faults', 'plan') ?? noFaults), webhooks })
}

function withForm(read: (params: Params, id: string) => ReturnType<Action['prepare']>) {
  return ({ body, id }: { body: string; id: string }): ReturnType<Action['prepare']> => {
    const params = readParams(parseForm(body))
    const work = read(params, id)
    params.finish()
    return work
  }
}

function refund(params: Params, id: string): (context: Context) => object {
  const amountFor = readAmount(params)
  const reason = params.choice('reason', refundReasons) ?? null
  return (context) => {
    const charge = findCharge(context.change, id)
    const amount = amountFor(charge)
    return createRefund(context, charge, { amount, reason, metadata: {} })
  }
}

function dispute(params: Params, id: string): (context: Context) => object {
  const amountFor = readAmount(params)
  const reason = params.choice('reason', disputeReasons) ?? 'fraudulent'
  const end = params.choice('end', ['won', 'lost'])
  return (context) => {
    const charge = findCharge(context.change, id)
    const opened = openDispute(context, charge, reason, amountFor(charge))
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

function decision(step: string, decide: (context: Context, before: Dispute) => Dispute): Action {
  return {
    method: 'POST',
    path: `/disputes/:id/${step}`,
    prepare:
      ({ id }) =>
      (context) =>
        decide(context, findDispute(context.change, id)),
    page(_id, made) {
      const intent: unknown = made && Reflect.get(made, 'payment_intent')
      return typeof intent === 'string' ? paymentPath(intent) : '/'
    },
  }
}

/** Removes payments with all that is about them, as if they had never been. Unknown ids are passed over. */
function forget(params: Params): (context: Context) => void {
  const gone = new Set(params.requiredText('ids').split(','))
  const isGone = ({ payment_intent: id }: { payment_intent: string | null }) =>
    id !== null && gone.has(id)
  return ({ change }) => {
    for (const { event } of change.rows('events')) {
      if (!gone.has(intentIdOf(event) ?? '')) continue
      change.remove('events', event.id)
      change.remove('tasks', `deliver:${event.id}`)
    }
    for (const { id } of change.rows('refunds').filter(isGone)) {
      change.remove('refunds', id)
      change.remove('tasks', `refund:${id}`)
    }
    for (const table of ['disputes', 'charges'] as const) {
      for (const { id } of change.rows(table).filter(isGone)) change.remove(table, id)
    }
    for (const id of gone) {
      for (const task of ['settle', 'expire']) change.remove('tasks', `${task}:${id}`)
      change.remove('challenges', id)
      change.remove('intents', id)
    }
  }
}
