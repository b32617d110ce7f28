import type * as z from 'zod/mini'
import type * as shapes from '#contract/applications/application-shapes.ts'
import type { BookedCharge, Hold } from '../../credit/spending/holds-and-charges.store.ts'

/** Holds and charges as applications see them. */

export function toHold({
  id,
  state,
  amount,
  captured,
  reason,
  apiKeyId,
  createdAt,
  expiresAt,
}: Hold): z.output<typeof shapes.hold> {
  return {
    ...{ id, state, amount, captured, reason },
    ...(apiKeyId !== null && { keyId: apiKeyId }),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}

export function toCharge(user: string, charge: BookedCharge): z.output<typeof shapes.charge> {
  const { id, amount, owed, reversed, reason, usage, holdId, apiKeyId, createdAt } = charge
  return {
    ...{ id, user, amount, owed, reversed, reason },
    ...(usage !== null && { usage }),
    ...(holdId !== null && { holdId }),
    ...(apiKeyId !== null && { keyId: apiKeyId }),
    createdAt: createdAt.toISOString(),
  }
}
