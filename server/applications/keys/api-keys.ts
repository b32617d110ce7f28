import type { FastifyRequest } from 'fastify'
import type * as contract from '#contract/account/api-keys.ts'
import type { CustomerKey } from '#contract/account/api-keys.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { requireProof, type Session } from '../../http/sessions/session.ts'
import { lockSession } from '../../http/sessions/sessions.store.ts'
import { hashKey, newCustomerKey } from '../secrets.ts'
import { prepareNotice, apiKeyLimits } from './access-notice.ts'
import * as store from './api-keys.store.ts'
import type { ApiKeyRow } from './api-keys.store.ts'
import { listUsableApplications } from './applications.store.ts'

/** Live keys of one customer. */
const KEYS_MAX = 20

export async function listApiKeys(
  { sql }: Pick<Deps, 'sql'>,
  userId: string,
): Promise<OutputOf<typeof contract.apiKeyList>> {
  return { list: (await store.listLiveKeys(sql, userId)).map(toCustomerKey) }
}

/**
 * Makes a key for an application that may spend the user's credit, and mails the user about it. Throws AppError: NOT_FOUND (application),
 * TOO_MANY_KEYS, RATE_LIMITED, REAUTH, SECOND_FACTOR_REQUIRED.
 */
export async function createApiKey(
  deps: Pick<Deps, 'sql' | 'now' | 'limits' | 'config' | 'content'>,
  session: Session,
  { applicationId, name, monthlyLimit }: InputOf<typeof contract.createApiKey>,
  request: FastifyRequest,
): Promise<OutputOf<typeof contract.createApiKey>> {
  const { sql, now, limits } = deps
  requireProof(session, now())
  const { userId, tokenHash } = session
  await limits.consume(apiKeyLimits.createApiKey, userId)
  const { key, hint } = newCustomerKey()
  const id = uuidv7()
  const at = now()
  const notice = await prepareNotice(deps, userId, request)
  const made = await sql.begin(async (tx) => {
    const email = await store.lockUser(tx, userId)
    // whoever ended it has taken new keys back already
    if (!(await lockSession(tx, tokenHash))) throw new AppError('UNAUTHENTICATED')
    const usable = await listUsableApplications(tx, userId)
    const application = usable.find((each) => each.id === applicationId)
    if (!application) throw new AppError('NOT_FOUND')
    if ((await store.countLiveKeys(tx, userId)) >= KEYS_MAX) throw new AppError('TOO_MANY_KEYS')
    const row = { id, applicationId, name, hint, monthlyLimit }
    await store.insertKey(tx, { ...row, userId, hash: hashKey(key), now: at })
    await notice.queue(tx, email, { application: application.name, keyHint: hint })
    return { ...row, applicationName: application.name, createdAt: at, lastUsedAt: null }
  })
  await notice.count()
  return { key, apiKey: toCustomerKey(made) }
}

/** Throws NOT_FOUND when the user has no live key of this id. */
export async function revokeApiKey(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  userId: string,
  id: string,
): Promise<null> {
  if (!(await store.revokeKey(sql, { userId, id }, now()))) throw new AppError('NOT_FOUND')
  return null
}

function toCustomerKey({
  applicationId,
  applicationName,
  createdAt,
  lastUsedAt,
  ...key
}: ApiKeyRow): CustomerKey {
  return {
    ...key,
    application: { id: applicationId, name: applicationName },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
