import type * as calls from '#contract/applications/applications.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { dayText } from '../../lib/local-time.ts'
import { findLiveKey, noteKeyUse, readKeyUse } from '../keys/api-keys.store.ts'
import { hashKey, isCustomerKey } from '../secrets.ts'
import type { CallOfApplication } from './serve-applications.ts'

const NOTE_EVERY_MS = 60_000

/** Says whose key this is. A key that may not spend through this application is not active, whatever the cause. */
export async function introspectKey(
  { sql, now, content }: Pick<Deps, 'sql' | 'now' | 'content'>,
  { input, application }: CallOfApplication<typeof calls.introspectKey>,
): Promise<OutputOf<typeof calls.introspectKey>> {
  if (!isCustomerKey(input.key)) return { active: false }
  const key = await findLiveKey(sql, hashKey(input.key), application)
  if (!key) return { active: false }
  const { userId, id, monthlyLimit } = key
  const at = now()
  await noteKeyUse(sql, key, { now: at, before: new Date(at.getTime() - NOTE_EVERY_MS) })
  if (monthlyLimit === null) return { active: true, user: userId, keyId: id }
  const used = await readKeyUse(sql, key, {
    ...{ applicationId: application.id, today: dayText(at, content.site.timeZone) },
  })
  return { active: true, user: userId, keyId: id, limit: monthlyLimit, used }
}
