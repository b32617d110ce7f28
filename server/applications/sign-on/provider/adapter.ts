import { setTimeout as pause } from 'node:timers/promises'
import { errors, type Adapter, type AdapterPayload, type ClientMetadata } from 'oidc-provider'
import { UnstorableText, type Query } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import {
  findSignOnApplication,
  recordSignOn,
  type SignOnApplication,
} from '../applications.store.ts'
import * as store from '../records.store.ts'
import { currentSession } from '../current-session.ts'
import { PATHS, SCOPES } from '../paths.ts'

/** The longest that a redemption takes from the use of its code to its token. */
const REDEMPTION_MS = 4_000
const REDEMPTION_POLL_MS = 25

type Needs = Pick<Deps, 'sql' | 'now' | 'config'>

/** What the provider stores; `kind` is the name of its model. */
export function createAdapter(deps: Needs): (kind: string) => Adapter {
  return (kind) => (kind === 'Client' ? clientAdapter(deps) : recordAdapter(deps, kind))
}

/** Reads applications as clients; the operator's commands write them. */
function clientAdapter({ sql }: Needs): Adapter {
  return {
    ...readOnly,
    async find(clientId) {
      const application = await findSignOnApplication(sql, clientId).catch(nullIfUnstorable)
      return application ? toClientMetadata(application) : undefined
    },
  }
}

function recordAdapter({ sql, now, config }: Needs, kind: string): Adapter {
  // it ends with the id, which only the browser has
  const returnTo = (id: string) =>
    kind === 'Interaction' ? { returnTo: `${config.publicUrl}${PATHS.authorization}/${id}` } : {}
  return {
    ...readOnly,
    async upsert(id, payload, expiresIn = 0) {
      const record = toRecord(kind, id, payload, new Date(now().getTime() + expiresIn * 1000))
      if (kind === 'AuthorizationCode') await storeSignOn(sql, record, now())
      if (await store.storeRecord(sql, record).catch(refuseUnstorable)) return
      const reason = 'the session has ended'
      throw kind === 'AccessToken'
        ? new errors.InvalidGrant(reason)
        : new errors.SessionNotFound(reason)
    },
    async find(id) {
      const found = await (kind === 'Session'
        ? store.findProviderSession(
            sql,
            { id, sessionId: currentSession()?.sessionId ?? null },
            now(),
          )
        : store.findRecord(sql, { kind, id }, now()))
      return found ? { ...toPayload(found), ...returnTo(id), jti: id } : undefined
    },
    async findByUid(uid) {
      const found = await store.findProviderSessionByUid(sql, uid, now())
      return found ? toPayload(found) : undefined
    },
    async consume(id) {
      if (!(await store.consumeRecord(sql, { kind, id }, now())))
        throw new errors.InvalidGrant('used before')
    },
    async destroy(id) {
      if (kind === 'Grant') await untilRedeemed({ sql, now }, id)
      await store.deleteRecord(sql, { kind, id })
    },
    async revokeByGrantId(grantId) {
      await untilRedeemed({ sql, now }, grantId)
      await store.deleteRecordsOfGrant(sql, grantId)
    },
  }
}

/**
 * A code that is used a second time ends its grant. When the first use is still at work, that waits for its token,
 * so that of several uses at once one succeeds; the token ends right after.
 */
async function untilRedeemed({ sql, now }: Pick<Needs, 'sql' | 'now'>, grantId: string) {
  const since = new Date(now().getTime() - REDEMPTION_MS)
  for (let waited = 0; waited < REDEMPTION_MS; waited += REDEMPTION_POLL_MS) {
    if (!(await store.isBeingRedeemed(sql, grantId, since))) return
    await pause(REDEMPTION_POLL_MS)
  }
}

/** No application has an id that cannot be stored. */
function nullIfUnstorable(error: unknown): null {
  if (error instanceof UnstorableText) return null
  throw error
}

/** A parameter of the request, such as `state`, goes into the record. */
function refuseUnstorable(error: unknown): never {
  if (error instanceof UnstorableText) throw new errors.InvalidRequest('a parameter holds NUL')
  throw error
}

const readOnly: Adapter = {
  upsert: () => Promise.reject(new Error('not stored here')),
  find: () => Promise.resolve(undefined),
  findByUid: () => Promise.resolve(undefined),
  findByUserCode: () => Promise.resolve(undefined),
  consume: () => Promise.resolve(undefined),
  destroy: () => Promise.resolve(undefined),
  revokeByGrantId: () => Promise.resolve(undefined),
}

function toRecord(
  kind: string,
  id: string,
  { jti: _jti, session: _session, returnTo: _returnTo, ...payload }: AdapterPayload,
  expiresAt: Date,
): store.SignOnRecord {
  const isOfGrant = kind === 'AccessToken' || kind === 'AuthorizationCode'
  return {
    ...{ kind, id, payload, expiresAt },
    grantId: isOfGrant ? (payload.grantId ?? null) : null,
    uid: kind === 'Session' ? (payload.uid ?? null) : null,
    sessionId: isUnbound(kind) ? null : (currentSession()?.sessionId ?? null),
    isVisitors: kind === 'Interaction' || (kind === 'Session' && payload.accountId === undefined),
  }
}

/**
 * A step has to outlive a login, which ends the browser's earlier session. An application that redeems a code has
 * no session of the shop: the token belongs to that of its grant.
 */
function isUnbound(kind: string): boolean {
  return kind === 'Interaction' || kind === 'AccessToken'
}

async function storeSignOn(
  sql: Query,
  { sessionId, payload: { clientId, sid } }: store.SignOnRecord,
  now: Date,
): Promise<void> {
  if (sessionId === null) return
  // an application that takes no notices of a log-out has no sid
  const name = typeof sid === 'string' ? sid : ''
  await recordSignOn(sql, { sessionId, clientId: String(clientId), sid: name }, now)
}

function toPayload({ payload, consumedAt }: store.StoredRecord): AdapterPayload {
  return {
    ...payload,
    ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1000) }),
  }
}

/** An application as the provider's client. `client_secret` is the hash: see `compareClientSecret`. */
function toClientMetadata({
  clientId,
  clientSecretHash,
  name,
  redirectUrls,
  logoutRedirectUrls,
  backchannelUrl,
}: SignOnApplication): ClientMetadata {
  return {
    client_id: clientId,
    client_name: name,
    client_secret: Buffer.from(clientSecretHash).toString('base64url'),
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    scope: SCOPES.join(' '),
    redirect_uris: [...redirectUrls],
    post_logout_redirect_uris: [...logoutRedirectUrls],
    id_token_signed_response_alg: 'ES256',
    ...(backchannelUrl !== null && {
      backchannel_logout_uri: backchannelUrl,
      backchannel_logout_session_required: true,
    }),
  }
}
