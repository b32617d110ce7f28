import type { Intent, StoredMethod } from '../storage/tables.ts'
import { demandChallenge } from './challenge.ts'
import { newCharge } from './charges.ts'
import type { Context } from './context.ts'
import { declines } from './declines.ts'
import { cardOf, charge, endInFailure } from './outcome.ts'

export interface AttemptOptions {
  returnUrl: string | null
  /** Nobody is there to agree on a challenge page. */
  isOffSession: boolean
}

/** Tries to pay: ends in succeeded, processing, requires_action, or back in requires_payment_method. */
export function attempt(
  context: Context,
  intent: Intent,
  stored: StoredMethod,
  options: AttemptOptions,
): Intent {
  const card = cardOf(stored)
  const fresh: Intent = {
    ...intent,
    payment_method: stored.method.id,
    last_payment_error: null,
    next_action: null,
  }
  if (!card.needsChallenge) {
    return charge(context, { intent: fresh, stored, card, isAuthenticated: false })
  }
  if (options.isOffSession) {
    const facts = { intent: fresh, stored, card, isAuthenticated: false }
    return endInFailure(context, facts, newCharge(context, facts), declines.authentication_required)
  }
  return demandChallenge(context, fresh, options.returnUrl)
}
