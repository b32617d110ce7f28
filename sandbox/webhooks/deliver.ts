import type { State } from '../storage/state.ts'
import type { StoredEvent, Task } from '../storage/tables.ts'
import { sign } from './signature.ts'

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

/** Sends one event and records how it went; a failed one falls due again, for three days. */
export async function deliver(
  { state, webhook, now }: { state: State; webhook: Webhook; now: () => number },
  task: Task,
  stop: AbortSignal,
): Promise<void> {
  const stored = state.get('events', task.subject)
  if (stored === undefined) return done(state, task)
  const outcome = await send(webhook, stored, now(), stop)
  // A send that the shutdown cut off is no try: the task is still there at the next start.
  if (stop.aborted) return
  state.change((change) => {
    const tries = stored.tries + 1
    const key = `deliver:${task.subject}`
    const isGood = /^2\d\d$/.test(outcome)
    const nextTryAtMs = now() + (WAITS_MS[tries - 1] ?? WAITS_MS.at(-1) ?? 0)
    const isGivenUp = nextTryAtMs > stored.event.created * SECOND_MS + GIVE_UP_AFTER_MS
    const event = { ...stored.event, pending_webhooks: isGood || isGivenUp ? 0 : 1 }
    const sent: StoredEvent = { event, tries, lastOutcome: outcome }
    if (isGood) {
      change.remove('tasks', key)
      change.put('events', event.id, { ...sent, deliveredAtMs: now() })
    } else if (isGivenUp) {
      change.remove('tasks', key)
      change.put('events', event.id, sent)
    } else {
      change.put('tasks', key, { ...task, dueAtMs: nextTryAtMs })
      change.put('events', event.id, { ...sent, nextTryAtMs })
    }
  })
}

async function send(
  { url, secret }: Webhook,
  { event }: StoredEvent,
  atMs: number,
  stop: AbortSignal,
): Promise<string> {
  const body = JSON.stringify(event, null, 2)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (payment sandbox)',
        'stripe-signature': sign(body, secret, atMs),
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

function done(state: State, { subject }: Task): void {
  state.change((change) => change.remove('tasks', `deliver:${subject}`))
}
