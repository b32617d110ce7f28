import type * as z from 'zod/mini'
import type * as shapes from '#contract/applications/application-shapes.ts'
import type { BookedCharge, Hold } from '../../credit/spending/holds-and-charges.store.ts'
import type { Balances } from '../../credit/spending/spend-credit.ts'
import type { SpendRequest } from '../../credit/spending/spend.store.ts'
import type { Query } from '../../db/sql.ts'
import { findReach } from './grants.store.ts'

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

/**
 * What a call made, with the account after it. The balances are null for an application whose grant the user took
 * back: it may end what it began and repeat its calls, but no longer watch the account.
 */
export async function showBalances<Made extends Balances>(
  sql: Query,
  { application: { id: applicationId, isFirstParty }, userId }: SpendRequest,
  work: Promise<Made>,
): Promise<Omit<Made, keyof Balances> & Record<keyof Balances, number | null>> {
  const made = await work
  if (isFirstParty) return made
  const reach = await findReach(sql, { userId, applicationId })
  if (reach?.isGranted === true) return made
  return { ...made, balance: null, held: null, available: null }
}
