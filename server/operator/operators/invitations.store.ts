import type { Role } from '#contract/console/staff/roles.ts'
import type { Query } from '../../db/sql.ts'

export interface InvitationRow {
  id: string
  /** Null: the first owner's. */
  email: string | null
  name: string
  role: Role
  invitedBy: string
  createdAt: Date
  expiresAt: Date
}

/** Stores an invitation in place of an earlier one for the same e-mail, or of the earlier first owner's. */
export async function replaceInvitation(
  tx: Query,
  { id, email, name, role, invitedBy, createdAt, expiresAt }: InvitationRow,
  tokenHash: Buffer,
): Promise<void> {
  await tx`
    delete from operator_invitations
    where email is not distinct from ${email} or expires_at <= ${createdAt}`
  await tx`
    insert into operator_invitations (id, token_hash, email, name, role, invited_by, created_at, expires_at)
    values (${id}, ${tokenHash}, ${email}, ${name}, ${role}, ${invitedBy}, ${createdAt}, ${expiresAt})`
}

/** Those that can still be accepted, the newest first. */
export function listInvitations(sql: Query, now: Date): Promise<InvitationRow[]> {
  return sql<InvitationRow>`
    select id, email, name, role, invited_by as "invitedBy", created_at as "createdAt", expires_at as "expiresAt"
    from operator_invitations where expires_at > ${now} order by created_at desc, id desc`
}

export async function findInvitation(
  sql: Query,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<InvitationRow | null> {
  const [row] = await sql<InvitationRow>`
    select id, email, name, role, invited_by as "invitedBy", created_at as "createdAt", expires_at as "expiresAt"
    from operator_invitations where token_hash = ${tokenHash} and expires_at > ${now}`
  return row ?? null
}

/** Takes the invitation, so that it serves once; null for an unknown, used or old one. */
export async function takeInvitation(
  tx: Query,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<InvitationRow | null> {
  const [row] = await tx<InvitationRow>`
    delete from operator_invitations where token_hash = ${tokenHash} and expires_at > ${now}
    returning id, email, name, role, invited_by as "invitedBy", created_at as "createdAt", expires_at as "expiresAt"`
  return row ?? null
}

/** Null without one of this id or e-mail. */
export async function deleteInvitation(
  sql: Query,
  reference: string,
): Promise<InvitationRow | null> {
  const [row] = await sql<InvitationRow>`
    delete from operator_invitations where id::text = ${reference} or email = ${reference}
    returning id, email, name, role, invited_by as "invitedBy", created_at as "createdAt", expires_at as "expiresAt"`
  return row ?? null
}
