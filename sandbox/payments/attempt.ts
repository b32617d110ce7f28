import type { Intent, StoredMethod } from '../storage/tables.ts'
import { requireChallenge } from './challenge.ts'
import { newCharge } from './charges.ts'
import type { Context } from './context.ts'
import { declines } from './declines.ts'
import { cardOf, chargeIntent, declineCharge } from './outcome.ts'

export interface AttemptOptions {
  returnUrl: string | null
  /** The payer is absent and cannot answer a challenge (`off_session`). */
  isOffSession: boolean
}

/** Attempts payment: the intent becomes succeeded, processing, requires_action or requires_payment_method. */
export function attemptPayment(
  context: Context,
  intent: Intent,
  stored: StoredMethod,
  { returnUrl, isOffSession }: AttemptOptions,
): Intent {
  const card = cardOf(stored)
  const fresh: Intent = {
    ...intent,
    payment_method: stored.method.id,
    last_payment_error: null,
    next_action: null,
  }
  const facts = { intent: fresh, stored, card, authentication: card?.authenticates ?? null }
  const needsHolder = card === null || card.needsChallenge === true
  if (!needsHolder || (isOffSession && card?.isSetUp)) return chargeIntent(context, facts)
  if (!isOffSession) return requireChallenge(context, fresh, stored, returnUrl)
  return declineCharge(context, facts, newCharge(context, facts), declines.authentication_required)
}
