import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { chooseFault } from '../faults/choose-fault.ts'
import { intentIdOf } from '../payments/events.ts'
import type { Change, State } from '../storage/state.ts'
import type { StoredEvent, Task } from '../storage/tables.ts'

const TIMEOUT_MS = 10_000
const SECOND_MS = 1000
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * SECOND_MS

/** Waits before the second try, the third, …; the last one repeats. */
const WAITS_MS = [1, 2, 5, 15, 60, 300, 900, 3600].map((seconds) => seconds * SECOND_MS)

export interface Webhook {
  url: string
  /** Shared with the receiver, `whsec_…`. */
  secret: string
}

/** Sends one event and records the outcome; a failed delivery is repeated for three days. */
export async function deliverEvent(
  { state, webhook }: { state: State; webhook: Webhook },
  task: Task,
  stop: AbortSignal,
): Promise<void> {
  const stored = state.get('events', task.subject)
  if (stored === undefined) return state.change((change) => removeTask(change, task))
  const rule =
    task.held === undefined ? chooseFault(state, 'webhooks', stored.event.type) : undefined
  if (rule?.fault === 'drop') return state.change((change) => dropEvent(change, task, stored))
  if (rule?.fault === 'late' || rule?.fault === 'reorder') {
    const held = { ...task, held: rule.fault, dueAtMs: state.now() + rule.delayMs }
    return state.change((change) => change.put('tasks', `deliver:${task.subject}`, held))
  }
  const times = rule?.fault === 'double' ? 2 : 1
  const isAltered = rule?.fault === 'altered'
  let outcome = ''
  for (let time = 0; time < times; time++) {
    outcome = await send(webhook, stored, state.now(), isAltered, stop)
  }
  // a delivery that the shutdown cut off does not count: its task is still there at the next start
  if (stop.aborted) return
  state.change((change) => {
    recordDelivery(change, task, stored, outcome, state.now())
    releaseOvertaken(change, stored.event, state.now())
  })
}

function recordDelivery(
  change: Change,
  task: Task,
  stored: StoredEvent,
  outcome: string,
  atMs: number,
): void {
  const tries = stored.tries + 1
  const isGood = /^2\d\d$/.test(outcome)
  const nextTryAtMs = atMs + (WAITS_MS[tries - 1] ?? WAITS_MS.at(-1) ?? 0)
  const isGivenUp = nextTryAtMs > stored.event.created * SECOND_MS + GIVE_UP_AFTER_MS
  const event = { ...stored.event, pending_webhooks: isGood || isGivenUp ? 0 : 1 }
  const sent: StoredEvent = { event, tries, lastOutcome: outcome }
  if (isGood || isGivenUp) {
    removeTask(change, task)
    change.put('events', event.id, isGood ? { ...sent, deliveredAtMs: atMs } : sent)
  } else {
    const { held: _, ...again } = task
    change.put('tasks', `deliver:${task.subject}`, { ...again, dueAtMs: nextTryAtMs })
    change.put('events', event.id, { ...sent, nextTryAtMs })
  }
}

/** Drops the event: it is never sent. */
function dropEvent(change: Change, task: Task, { event, tries }: StoredEvent): void {
  removeTask(change, task)
  const lost = { ...event, pending_webhooks: 0 }
  change.put('events', event.id, { event: lost, tries, lastOutcome: 'dropped' })
}

/** Releases events that were held back until a later event of their payment was sent. */
function releaseOvertaken(change: Change, sent: Stripe.EventBase, atMs: number): void {
  for (const task of change.rows('tasks')) {
    const own = change.get('events', task.subject)?.event
    if (task.held !== 'reorder' || own === undefined || own.id === sent.id) continue
    if (intentIdOf(own) !== intentIdOf(sent) || task.dueAtMs <= atMs) continue
    change.put('tasks', `deliver:${task.subject}`, { ...task, dueAtMs: atMs })
  }
}

async function send(
  { url, secret }: Webhook,
  { event }: StoredEvent,
  atMs: number,
  isAltered: boolean,
  stop: AbortSignal,
): Promise<string> {
  const body = JSON.stringify(event, null, 2)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (payment sandbox)',
        'stripe-signature': signPayload(isAltered ? `${body} ` : body, secret, atMs),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await answer.body?.cancel()
    return String(answer.status)
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
  }
}

function removeTask(change: Change, { subject }: Task): void {
  change.remove('tasks', `deliver:${subject}`)
}

/** The `stripe-signature` header of a body sent at this time. */
function signPayload(body: string, secret: string, atMs: number): string {
  const seconds = Math.floor(atMs / 1000)
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}
