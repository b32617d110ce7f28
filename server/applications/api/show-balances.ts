import type { Balances } from '../../credit/spending/spend-credit.ts'
import type { SpendRequest } from '../../credit/spending/spend.store.ts'
import type { Query } from '../../db/sql.ts'
import { findReach } from './grants.store.ts'

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
