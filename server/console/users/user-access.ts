import type { UserDetail } from '#contract/console/users.ts'
import { deviceName } from '../../http/sessions/device-name.ts'
import { listAllKeys } from '../../applications/keys/api-keys.store.ts'
import {
  listGrants,
  listSignOns,
  listUsableApplications,
} from '../../applications/keys/applications.store.ts'
import type { Query } from '../../db/sql.ts'
import { sessionIdleCutoff } from '../../http/sessions/session.ts'
import { listSessions } from '../../http/sessions/sessions.store.ts'

/** Where the user is logged in, and which programs may spend the user's credit. */
export async function readUserAccess(
  sql: Query,
  userId: string,
  now: Date,
): Promise<Pick<UserDetail, 'sessions' | 'applications' | 'apiKeys'>> {
  const [sessions, applications, grants, signOns, apiKeys] = await Promise.all([
    listSessions(sql, { userId, now, seenAfter: sessionIdleCutoff(now) }),
    listUsableApplications(sql, userId),
    listGrants(sql, userId),
    listSignOns(sql, userId),
    listAllKeys(sql, userId),
  ])
  return {
    sessions: sessions.map(({ id, ip, userAgent, createdAt, lastSeenAt }) => ({
      id,
      device: deviceName(userAgent),
      address: ip,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    applications: applications.map(({ id, name, grantedAt }) => {
      const grant = grants.find((each) => each.applicationId === id && each.revokedAt === null)
      const signOn = signOns.find(({ applicationId }) => applicationId === id)
      return {
        id,
        name,
        grantedAt: grantedAt?.toISOString() ?? null,
        scopes: grant?.scopes ?? [],
        signedOnAt: signOn?.signedOnAt.toISOString() ?? null,
      }
    }),
    apiKeys: apiKeys.map(({ applicationId, applicationName, ...key }) => ({
      ...key,
      application: { id: applicationId, name: applicationName },
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      revokedAt: key.revokedAt?.toISOString() ?? null,
    })),
  }
}
