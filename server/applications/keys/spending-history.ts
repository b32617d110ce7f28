import type { SpendingHistory } from '#contract/applications/spending-history.ts'
import {
  countSpending,
  listChargesOf,
  listHoldsOf,
} from '../../credit/spending/spending-history.store.ts'
import type { Query } from '../../db/sql.ts'
import { listAllKeys } from './api-keys.store.ts'
import { listApplicationNames, listGrants, listSignOns } from './applications.store.ts'

/** Of each list; bounds the memory of one answer. */
const LONGEST_HISTORY = 50_000

/** All API keys and grants of a user, and the newest holds and charges. */
export async function readSpendingHistory(
  sql: Query,
  userId: string,
): Promise<SpendingHistory & { omitted: { holds: number; charges: number } }> {
  const newest = { userId, limit: LONGEST_HISTORY }
  const [names, keys, grants, signOns, holds, charges, counts] = await Promise.all([
    listApplicationNames(sql),
    listAllKeys(sql, userId),
    listGrants(sql, userId),
    listSignOns(sql, userId),
    listHoldsOf(sql, newest),
    listChargesOf(sql, newest),
    countSpending(sql, userId),
  ])
  const application = (id: string) => ({ id, name: names.get(id) ?? '' })
  return {
    apiKeys: keys.map(({ applicationId, applicationName, ...key }) => ({
      ...key,
      application: { id: applicationId, name: applicationName },
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      revokedAt: key.revokedAt?.toISOString() ?? null,
    })),
    grants: grants.map(({ applicationId, scopes, grantedAt, revokedAt }) => ({
      application: application(applicationId),
      scopes,
      grantedAt: grantedAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
    })),
    signOns: signOns.map(({ applicationId, signedOnAt }) => ({
      application: application(applicationId),
      signedOnAt: signedOnAt.toISOString(),
    })),
    holds: holds.map(({ applicationId, ...hold }) => ({
      ...hold,
      application: application(applicationId),
      createdAt: hold.createdAt.toISOString(),
      expiresAt: hold.expiresAt.toISOString(),
    })),
    charges: charges.map(({ applicationId, ...charge }) => ({
      ...charge,
      application: application(applicationId),
      createdAt: charge.createdAt.toISOString(),
    })),
    omitted: {
      holds: Math.max(0, counts.holds - LONGEST_HISTORY),
      charges: Math.max(0, counts.charges - LONGEST_HISTORY),
    },
  }
}
