import { intentIdOf } from '../payments/events.ts'
import type { Context } from '../payments/context.ts'

/** Removes payments with all that is about them, as if they had never been. Unknown ids are passed over. */
export function forgetPayments({ change }: Context, ids: readonly string[]): void {
  const gone = new Set(ids)
  const isGone = ({ payment_intent: id }: { payment_intent: string | null }) =>
    id !== null && gone.has(id)
  for (const { event } of change.rows('events')) {
    if (!gone.has(intentIdOf(event) ?? '')) continue
    change.remove('events', event.id)
    change.remove('tasks', `deliver:${event.id}`)
  }
  for (const refund of change.rows('refunds').filter(isGone)) {
    change.remove('refunds', refund.id)
    change.remove('tasks', `refund:${refund.id}`)
  }
  for (const dispute of change.rows('disputes').filter(isGone)) {
    change.remove('disputes', dispute.id)
    change.remove('tasks', `dispute:${dispute.id}`)
  }
  for (const charge of change.rows('charges').filter(isGone)) change.remove('charges', charge.id)
  for (const id of gone) {
    for (const task of ['settle', 'expire']) change.remove('tasks', `${task}:${id}`)
    change.remove('challenges', id)
    change.remove('intents', id)
  }
}
