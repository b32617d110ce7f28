import type { UsageLabel } from '#contract/applications/application-fields.ts'
import { json, type Query } from '../../db/sql.ts'

export interface UsableApplication {
  id: string
  name: string
  url: string | null
  /** Null: of the operator's own. */
  grantedAt: Date | null
}

/** The live applications that may spend the user's credit, by name. */
export async function listUsableApplications(
  sql: Query,
  userId: string,
): Promise<UsableApplication[]> {
  return sql<UsableApplication>`
    select id, name, home_url as url, case when is_first_party then null else granted_at end as "grantedAt"
    from applications
    left join application_grants held
      on held.application_id = applications.id and held.user_id = ${userId} and held.revoked_at is null
    where disabled_at is null and (is_first_party or granted_at is not null)
    order by name, id`
}

/** Takes a grant back; false when the user has none for this application. */
export async function revokeGrant(
  tx: Query,
  { userId, applicationId }: { userId: string; applicationId: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update application_grants set revoked_at = ${now}
    where user_id = ${userId} and application_id::text = ${applicationId} and revoked_at is null returning 1`
  return rows.length > 0
}

/** Takes all grants of a user back. */
export async function revokeAllGrants(
  tx: Query,
  userId: string,
  now: Date,
  /** Leaves those that are older. */
  since = new Date(0),
): Promise<void> {
  await tx`
    update application_grants set revoked_at = ${now}
    where user_id = ${userId} and revoked_at is null and granted_at >= ${since}`
}

export interface GrantRow {
  applicationId: string
  scopes: string[]
  grantedAt: Date
  revokedAt: Date | null
}

/** The grants of a user, also those taken back, newest first. */
export async function listGrants(sql: Query, userId: string): Promise<GrantRow[]> {
  return sql<GrantRow>`
    select application_id as "applicationId", scopes, granted_at as "grantedAt", revoked_at as "revokedAt"
    from application_grants where user_id = ${userId} order by granted_at desc, application_id`
}

/** The applications that were signed on from a live session of the user, the latest first. */
export async function listSignOns(
  sql: Query,
  userId: string,
): Promise<{ applicationId: string; signedOnAt: Date }[]> {
  return sql<{ applicationId: string; signedOnAt: Date }>`
    select application_id as "applicationId", signed_on_at as "signedOnAt"
    from sign_ons where user_id = ${userId} order by signed_on_at desc, application_id`
}

/** The names of all applications by id. */
export async function listApplicationNames(sql: Query): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; name: string }>`select id, name from applications`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What customers read of each application beside its name, by its id. */
export async function listApplicationWords(
  sql: Query,
): Promise<Map<string, { url: string | null; usageLabels: UsageLabel[] }>> {
  const rows = await sql<{ id: string; url: string | null; usageLabels: UsageLabel[] }>`
    select id, case when disabled_at is null then home_url end as url, usage_labels as "usageLabels" from applications`
  return new Map(rows.map(({ id, ...words }) => [id, words]))
}

export async function storeUsageLabels(
  sql: Query,
  applicationId: string,
  labels: readonly UsageLabel[],
): Promise<void> {
  await sql`update applications set usage_labels = ${json(labels)} where id = ${applicationId}`
}
