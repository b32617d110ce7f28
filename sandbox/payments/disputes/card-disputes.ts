import type { Charge, FraudWarning } from '../../storage/tables.ts'
import { newId, secondsOf, type Context } from '../context.ts'
import { openDispute } from './disputes.ts'
import { emitEvent } from '../events.ts'
import type { TestCard } from '../cards/test-card.ts'

/** What the banks of some test cards do as soon as a payment succeeded; several disputes share the amount. */
export function raiseCardDisputes(context: Context, charge: Charge, card: TestCard): void {
  if (card.isSuspected) warn(context, charge)
  const kinds = card.disputes ?? []
  let left = charge.amount
  for (const [index, kind] of kinds.entries()) {
    const part = Math.ceil(left / (kinds.length - index))
    openDispute(context, charge, kind, part)
    left -= part
  }
}

function warn(context: Context, charge: Charge): void {
  const warning: FraudWarning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created: secondsOf(context.atMs),
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    ...(charge.payment_intent !== null && { payment_intent: charge.payment_intent }),
  }
  context.change.put('fraudWarnings', warning.id, warning)
  emitEvent(context, 'radar.early_fraud_warning.created', warning)
}
