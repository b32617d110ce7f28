import type { Intent, StoredMethod } from '../storage/tables.ts'
import { demandChallenge } from './challenge.ts'
import { newCharge } from './charges.ts'
import type { Context } from './context.ts'
import { declines } from './declines.ts'
import { cardOf, charge, endInFailure } from './outcome.ts'

export interface AttemptOptions {
  returnUrl: string | null
  /** Nobody is there to agree on a page. */
  isOffSession: boolean
}

/** Tries to pay: ends in succeeded, processing, requires_action, or back in requires_payment_method. */
export function attempt(
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
  if (!needsHolder || (isOffSession && card?.isSetUp)) return charge(context, facts)
  if (!isOffSession) return demandChallenge(context, fresh, stored, returnUrl)
  return endInFailure(context, facts, newCharge(context, facts), declines.authentication_required)
}
