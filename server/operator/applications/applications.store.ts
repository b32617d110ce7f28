import type { UsageLabel } from '#contract/applications/application-fields.ts'
import { fragment, type Query } from '../../db/sql.ts'

/** An application without its secrets. */
export interface ApplicationRow {
  id: string
  clientId: string
  name: string
  isFirstParty: boolean
  redirectUrls: string[]
  logoutRedirectUrls: string[]
  backchannelUrl: string | null
  homeUrl: string | null
  webhookUrl: string | null
  lowCredit: number
  callsPerSecond: number
  userCallsPerSecond: number
  userBurst: number
  usageLabels: UsageLabel[]
  createdAt: Date
  disabledAt: Date | null
}

const columns = fragment`
  id, client_id as "clientId", name, is_first_party as "isFirstParty", redirect_urls as "redirectUrls",
  logout_redirect_urls as "logoutRedirectUrls", backchannel_url as "backchannelUrl", home_url as "homeUrl",
  webhook_url as "webhookUrl",
  low_credit as "lowCredit", calls_per_second as "callsPerSecond", user_calls_per_second as "userCallsPerSecond",
  user_burst as "userBurst", usage_labels as "usageLabels", created_at as "createdAt", disabled_at as "disabledAt"`

/** All applications, oldest first. */
export function listApplications(sql: Query): Promise<ApplicationRow[]> {
  return sql<ApplicationRow>`select ${columns} from applications order by created_at, id`
}

/** Lets registrations look at names one after another, until the end of the transaction. */
export async function lockNames(tx: Query): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('applications.name'))`
}

/** Of applications that are not disabled. */
export function listLiveNames(sql: Query): Promise<Pick<ApplicationRow, 'id' | 'name'>[]> {
  return sql<Pick<ApplicationRow, 'id' | 'name'>>`
    select id, name from applications where disabled_at is null order by created_at, id`
}

/** The application of this id or client id. */
export async function findApplication(
  sql: Query,
  applicationRef: string,
): Promise<ApplicationRow | null> {
  const [row] = await sql<ApplicationRow>`
    select ${columns} from applications where id::text = ${applicationRef} or client_id = ${applicationRef}`
  return row ?? null
}

export interface ApplicationKeyRow {
  id: string
  networks: string[]
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** The keys of an application, newest first. */
export function listApplicationKeys(sql: Query, id: string): Promise<ApplicationKeyRow[]> {
  return sql<ApplicationKeyRow>`
    select id, networks, created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"
    from application_keys where application_id = ${id} order by created_at desc, id desc`
}
