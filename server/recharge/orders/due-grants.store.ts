import type { DueGrant, ListDueGrants } from '../../credit/proof/prove-accounts.ts'
import { readCursor } from '../../db/reads.ts'

/** Every order of these users with the credit that it has to have granted: 0 until it is paid. */
export const listDueGrants: ListDueGrants = async function* (tx, { first, last }) {
  await tx`
    declare due_grants no scroll cursor for
    select id as reference, user_id as "userId",
      case when paid_at is null then 0 else credit + bonus_credit end as due
    from orders where user_id between ${first} and ${last}`
  yield* readCursor(() => tx<DueGrant>`fetch 2000 from due_grants`)
}
