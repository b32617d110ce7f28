import type { Query } from '../../db/sql.ts'

/** An application as sign-on needs it. */
export interface SignOnApplication {
  id: string
  clientId: string
  /** SHA-256 */
  clientSecretHash: Uint8Array
  name: string
  isFirstParty: boolean
  redirectUrls: string[]
  logoutRedirectUrls: string[]
  backchannelUrl: string | null
}

export async function hasLiveApplication(sql: Query): Promise<boolean> {
  const rows = await sql`select from applications where disabled_at is null limit 1`
  return rows.length > 0
}

/** The application of this client id; null without one, and when it is disabled. */
export async function findSignOnApplication(
  sql: Query,
  clientId: string,
): Promise<SignOnApplication | null> {
  const [row] = await sql<SignOnApplication>`
    select id, client_id as "clientId", client_secret_hash as "clientSecretHash", name,
      is_first_party as "isFirstParty", redirect_urls as "redirectUrls",
      logout_redirect_urls as "logoutRedirectUrls", backchannel_url as "backchannelUrl"
    from applications where client_id = ${clientId} and disabled_at is null`
  return row ?? null
}

/** The client id of a live application that takes notices of signed-out users. */
export async function findNoticeReceiver(sql: Query, id: string): Promise<string | null> {
  const [row] = await sql<{ clientId: string }>`
    select client_id as "clientId" from applications
    where id = ${id} and backchannel_url is not null and disabled_at is null`
  return row?.clientId ?? null
}

/** What a user has agreed to; [] without a grant. */
export async function findGrantedScopes(
  sql: Query,
  { userId, applicationId }: { userId: string; applicationId: string },
): Promise<string[]> {
  const [row] = await sql<{ scopes: string[] }>`
    select scopes from application_grants
    where user_id = ${userId} and application_id = ${applicationId} and revoked_at is null`
  return row?.scopes ?? []
}

export interface NewGrant {
  userId: string
  applicationId: string
  scopes: readonly string[]
}

/**
 * Stores that a user lets an application spend credit, and what else it may have. False when it could all that
 * before.
 */
export async function storeGrant(
  tx: Query,
  { userId, applicationId, scopes }: NewGrant,
  now: Date,
): Promise<boolean> {
  const [row] = await tx<{ isNew: boolean }>`
    insert into application_grants as held (user_id, application_id, granted_at, scopes)
    values (${userId}, ${applicationId}, ${now}, ${scopes})
    on conflict (user_id, application_id) do update set
      -- what may do more than before is new: it goes with what was given since then
      granted_at = case when held.revoked_at is null and held.scopes @> excluded.scopes
        then held.granted_at else excluded.granted_at end,
      scopes = excluded.scopes, revoked_at = null
    returning granted_at = ${now} as "isNew"`
  return row!.isNew
}

/** Notes that an application was signed on from a session; nothing happens when the session has ended. */
export async function recordSignOn(
  sql: Query,
  { sessionId, clientId, sid }: { sessionId: string; clientId: string; sid: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into sign_ons (session_id, application_id, sid, user_id, signed_on_at)
    select session.id, application.id, ${sid}, session.user_id, ${now}
    from sessions session, applications application
    where session.id = ${sessionId} and application.client_id = ${clientId}
    on conflict (session_id, application_id, sid) do nothing`
}

/** The claims about a user who is not erased. */
export interface SignOnUser {
  id: string
  email: string
  nickname: string
  isEmailVerified: boolean
}

export async function findSignOnUser(sql: Query, id: string): Promise<SignOnUser | null> {
  const [row] = await sql<SignOnUser>`
    select id, email, nickname, email_verified_at is not null as "isEmailVerified"
    from users where id = ${id} and closed_at is null and blocked_at is null`
  return row ?? null
}
