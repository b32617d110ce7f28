import type { UserEmailRecovery } from '#contract/console/users.ts'
import type { Query } from '../../db/sql.ts'

type Row = Omit<UserEmailRecovery, 'createdAt' | 'dueAt' | 'confirmedAt' | 'endedAt'> & {
  createdAt: Date
  dueAt: Date
  confirmedAt: Date | null
  endedAt: Date | null
}

/** The newest recovery of a user who lost mailbox or second factor, with who asked and who signed; null: none. */
export async function findNewestRecovery(
  sql: Query,
  userId: string,
): Promise<UserEmailRecovery | null> {
  const [row] = await sql<Row>`
    select r.old_email as "oldEmail", r.new_email as "newEmail",
      r.removes_second_factor as "removesSecondFactor", coalesce(a.reason, '') as reason,
      a.operator as "askedBy", signer.email as "signedBy", r.created_at as "createdAt", r.due_at as "dueAt",
      r.confirmed_at as "confirmedAt", r.state, r.ended_at as "endedAt", r.end_reason as "endReason"
    from email_recoveries r join operator_actions a on a.id = r.action_id
    left join operators signer on signer.id = a.signed_by
    where r.user_id = ${userId} order by r.created_at desc, r.id desc limit 1`
  if (row === undefined) return null
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
