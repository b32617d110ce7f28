import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'

export interface NewApplication {
  id: string
  clientId: string
  clientSecretHash: Uint8Array
  name: string
  isFirstParty: boolean
  redirectUrls: readonly string[]
  logoutRedirectUrls: readonly string[]
  backchannelUrl: string | null
  /** Where customers find it. */
  homeUrl: string | null
  webhookUrl: string | null
  /** Encrypted; null without a URL. */
  webhookSecret: Uint8Array | null
  lowCredit: number
  limits: CallRates
}

/** How often an application may call a node; further calls are a 429. */
export interface CallRates {
  callsPerSecond: number
  /** Within that, for one user: so many calls at once, refilled by so many a second. */
  userBurst: number
  userCallsPerSecond: number
}

export const DEFAULT_LIMITS: CallRates = {
  callsPerSecond: 200,
  userBurst: 100,
  userCallsPerSecond: 50,
}

/** Of the operator's own applications: a hundred chats a second are up to three calls each, and may come in bursts. */
export const OWN_LIMITS: CallRates = { ...DEFAULT_LIMITS, callsPerSecond: 1_000 }

export async function insertApplication(
  tx: Query,
  application: NewApplication,
  now: Date,
): Promise<void> {
  const { id, clientId, clientSecretHash, name, isFirstParty, redirectUrls } = application
  const { logoutRedirectUrls, backchannelUrl, homeUrl, webhookUrl, webhookSecret, lowCredit } =
    application
  const { callsPerSecond, userBurst, userCallsPerSecond } = application.limits
  await tx`
    insert into applications (id, client_id, client_secret_hash, name, is_first_party, redirect_urls,
      logout_redirect_urls, backchannel_url, home_url, webhook_url, webhook_secret, low_credit, calls_per_second,
      user_burst, user_calls_per_second, created_at)
    values (${id}, ${clientId}, ${clientSecretHash}, ${name}, ${isFirstParty}, ${redirectUrls},
      ${logoutRedirectUrls}, ${backchannelUrl}, ${homeUrl}, ${webhookUrl}, ${webhookSecret}, ${lowCredit}, ${callsPerSecond},
      ${userBurst}, ${userCallsPerSecond}, ${now})`
}

export async function insertApplicationKey(
  tx: Query,
  {
    applicationId,
    hash,
    networks,
    now,
  }: { applicationId: string; hash: Uint8Array; networks: readonly string[]; now: Date },
): Promise<void> {
  await tx`
    insert into application_keys (id, application_id, hash, networks, created_at)
    values (${uuidv7()}, ${applicationId}, ${hash}, ${networks}, ${now})`
}

/** Inserts an application and its key, or renews name, addresses and secret of the one with this client id. */
export async function storeOwnApplication(
  tx: Query,
  application: NewApplication,
  { hash, now }: { hash: Uint8Array; now: Date },
): Promise<void> {
  const { clientId, clientSecretHash, name, redirectUrls, logoutRedirectUrls } = application
  const { backchannelUrl, homeUrl } = application
  const [known] = await tx<{ id: string }>`
    update applications set client_secret_hash = ${clientSecretHash}, name = ${name},
      redirect_urls = ${redirectUrls}, logout_redirect_urls = ${logoutRedirectUrls},
      backchannel_url = ${backchannelUrl}, home_url = ${homeUrl}
    where client_id = ${clientId} returning id`
  if (known === undefined) await insertApplication(tx, application, now)
  await tx`
    insert into application_keys (id, application_id, hash, created_at)
    values (${uuidv7()}, ${known?.id ?? application.id}, ${hash}, ${now})
    on conflict on constraint application_keys_hash_unique do nothing`
}

/** The networks that the newest live key may be used from; empty: any. */
export async function findNetworks(sql: Query, applicationId: string): Promise<string[]> {
  const [key] = await sql<{ networks: string[] }>`
    select networks from application_keys where application_id = ${applicationId} and revoked_at is null
    order by created_at desc, id desc limit 1`
  return key?.networks ?? []
}

export type Addresses = Pick<
  NewApplication,
  'redirectUrls' | 'logoutRedirectUrls' | 'backchannelUrl' | 'homeUrl' | 'webhookUrl'
>

/** Holds the row of an application that is not disabled; null without one. */
export async function lockLiveApplication(tx: Query, id: string): Promise<Addresses | null> {
  const [row] = await tx<Addresses>`
    select redirect_urls as "redirectUrls", logout_redirect_urls as "logoutRedirectUrls",
      backchannel_url as "backchannelUrl", home_url as "homeUrl", webhook_url as "webhookUrl"
    from applications where id = ${id} and disabled_at is null for no key update`
  return row ?? null
}

/** A new webhook has a secret; null keeps the one that the application has. */
export async function replaceAddresses(
  tx: Query,
  id: string,
  { redirectUrls, logoutRedirectUrls, backchannelUrl, homeUrl, webhookUrl }: Addresses,
  newSecret: Uint8Array | null,
): Promise<void> {
  await tx`
    update applications set redirect_urls = ${redirectUrls}, logout_redirect_urls = ${logoutRedirectUrls},
      backchannel_url = ${backchannelUrl}, home_url = ${homeUrl}, webhook_url = ${webhookUrl},
      webhook_secret = case when ${webhookUrl}::text is not null then coalesce(${newSecret}, webhook_secret) end
    where id = ${id}`
}

/** Revokes all live keys but the newest `kept`; returns how many. */
export async function revokeOldKeys(
  tx: Query,
  { applicationId, kept, now }: { applicationId: string; kept: number; now: Date },
): Promise<number> {
  const rows = await tx`
    update application_keys set revoked_at = ${now}
    where id in (
      select id from application_keys where application_id = ${applicationId} and revoked_at is null
      order by created_at desc, id desc offset ${kept})
    returning 1`
  return rows.length
}

export async function replaceClientSecret(tx: Query, id: string, hash: Uint8Array): Promise<void> {
  await tx`update applications set client_secret_hash = ${hash} where id = ${id}`
}

/** False when the application has no webhook. */
export async function replaceWebhookSecret(
  tx: Query,
  id: string,
  secret: Uint8Array,
): Promise<boolean> {
  const rows = await tx`
    update applications set webhook_secret = ${secret} where id = ${id} and webhook_url is not null
    returning 1`
  return rows.length > 0
}

/** Ends an application and its keys; false when it had ended. */
export async function disableApplication(tx: Query, id: string, now: Date): Promise<boolean> {
  const rows = await tx`
    update applications set disabled_at = ${now} where id = ${id} and disabled_at is null returning 1`
  return rows.length > 0
}
