import type { Query } from '../../db/sql.ts'

/** Their notes say how the customer was verified, which would help an impostor. */
const AFTER_VERIFICATION = ['users change-email', 'users remove-second-factor']

/** More than is ever done about one account; bounds the memory of one answer. */
const MOST_ACTIONS = 10_000

/**
 * What operators did about the user, the user's orders and invoices, newest first; `note` is null where
 * nobody wrote one, or where it says how the customer was verified.
 */
export function listOperatorActions(
  sql: Query,
  userId: string,
): Promise<{ action: string; note: string | null; startedAt: Date }[]> {
  return sql<{ action: string; note: string | null; startedAt: Date }>`
    select command as action, started_at as "startedAt",
      case when array[command, given ->> 'command'] && ${AFTER_VERIFICATION}::text[] then null else reason end as note
    from operator_actions
    where channel <> 'site' and subject in (
      select ${userId}::text
      union all select id::text from orders where user_id = ${userId}::uuid
      union all select id::text from invoices where user_id = ${userId}::uuid)
    order by id desc limit ${MOST_ACTIONS}`
}
