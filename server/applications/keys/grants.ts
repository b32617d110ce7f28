import type * as contract from '#contract/account/api-keys.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { revokeKeysOf } from './api-keys.store.ts'
import { listUsableApplications, revokeGrant as revoke } from './applications.store.ts'

export async function listApplications(
  { sql }: Pick<Deps, 'sql'>,
  userId: string,
): Promise<OutputOf<typeof contract.applicationList>> {
  const list = await listUsableApplications(sql, userId)
  return {
    list: list.map(({ grantedAt, url, ...application }) => ({
      ...application,
      ...(url !== null && { url }),
      grantedAt: grantedAt?.toISOString() ?? null,
    })),
  }
}

/**
 * Takes a grant back with the user's keys for the application; its open holds stay, so that work done can be
 * booked. Throws NOT_FOUND without a grant.
 */
export async function revokeGrant(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  userId: string,
  applicationId: string,
): Promise<null> {
  const at = now()
  await sql.begin(async (tx) => {
    if (!(await revoke(tx, { userId, applicationId }, at))) throw new AppError('NOT_FOUND')
    await revokeKeysOf(tx, { userId, applicationId }, at)
  })
  return null
}
