import type { Query } from '../db/sql.ts'

/** A rule of the books and where it does not hold. */
export interface LedgerFault {
  userId: string
  rule:
    | 'balance = sum of entries'
    | 'balance = sum of lots'
    | 'entries counted'
    | 'each entry follows the one before'
    | 'lot = sum of its entries'
    | 'a paid order is credited once'
    | 'no more is taken back than was given'
  /** The entry, lot or order it is about; null = the account. */
  subject: string | null
  expected: number
  found: number
}

/** The next users in the order of their ids. */
export async function listUsersAfter(
  sql: Query,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from users where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** What does not hold in the books of these users, each as one statement sees them; and how much was read. */
export async function proveAccounts(
  sql: Query,
  userIds: readonly string[],
): Promise<{ accounts: number; entries: number; faults: LedgerFault[] }> {
  const [sums, ...others] = await Promise.all([
    proveSums(sql, userIds),
    proveChains(sql, userIds),
    proveLots(sql, userIds),
    proveOrders(sql, userIds),
  ])
  const accounts: LedgerFault[] = sums.flatMap(
    ({ userId, balance, entries, total, count, lots }): LedgerFault[] => {
      const account = { userId, subject: null }
      return [
        { ...account, rule: 'balance = sum of entries', expected: total, found: balance },
        { ...account, rule: 'balance = sum of lots', expected: lots, found: balance },
        { ...account, rule: 'entries counted', expected: count, found: entries },
      ]
    },
  )
  return {
    accounts: sums.length,
    entries: sums.reduce((sum, { count }) => sum + count, 0),
    faults: [...accounts.filter(({ expected, found }) => expected !== found), ...others.flat()],
  }
}

interface Sums {
  userId: string
  balance: number
  entries: number
  total: number
  count: number
  lots: number
}

function proveSums(sql: Query, userIds: readonly string[]): Promise<Sums[]> {
  return sql<Sums>`
    select account.user_id as "userId", account.balance, account.entries,
      coalesce(entry.total, 0) as total, coalesce(entry.count, 0) as count,
      coalesce(lot.total, 0) as lots
    from credit_accounts account
    left join (
      select user_id, sum(delta) as total, count(*) as count from credit_ledger
      where user_id = any(${userIds}::uuid[]) group by user_id
    ) entry using (user_id)
    left join (
      select user_id, sum(remaining) as total from credit_lots
      where user_id = any(${userIds}::uuid[]) group by user_id
    ) lot using (user_id)
    where account.user_id = any(${userIds}::uuid[])`
}

function proveChains(sql: Query, userIds: readonly string[]): Promise<LedgerFault[]> {
  return sql<LedgerFault>`
    select user_id as "userId", 'each entry follows the one before' as rule, id as subject,
      before + delta as expected, balance_after as found
    from (
      select id, user_id, position, delta, balance_after, lag(balance_after, 1, 0::bigint) over chain as before,
        row_number() over chain as place
      from credit_ledger where user_id = any(${userIds}::uuid[])
      window chain as (partition by user_id order by position)
    ) entry
    where balance_after <> before + delta or position <> place`
}

function proveLots(sql: Query, userIds: readonly string[]): Promise<LedgerFault[]> {
  return sql<LedgerFault>`
    select coalesce(lot.user_id, entry.user_id) as "userId", 'lot = sum of its entries' as rule,
      coalesce(lot.id, entry.lot_id) as subject, coalesce(entry.total, 0) as expected,
      coalesce(lot.remaining, 0) as found
    from (select * from credit_lots where user_id = any(${userIds}::uuid[])) lot
    full join (
      select user_id, lot_id, sum(delta) as total from credit_ledger
      where user_id = any(${userIds}::uuid[]) group by user_id, lot_id
    ) entry on entry.lot_id = lot.id and entry.user_id = lot.user_id
    where lot.remaining is distinct from entry.total
      and (coalesce(lot.remaining, 0) <> 0 or coalesce(entry.total, 0) <> 0)`
}

/** An order brings its credit exactly when it was paid, and gives back at most that. */
function proveOrders(sql: Query, userIds: readonly string[]): Promise<LedgerFault[]> {
  return sql<LedgerFault>`
    with entry as (
      select order_id, sum(delta) filter (where type in ('purchase', 'bonus')) as given,
        -sum(delta) filter (where type in ('refund_clawback', 'dispute_hold', 'dispute_release')) as taken
      from credit_ledger
      where user_id = any(${userIds}::uuid[]) and order_id is not null group by order_id
    ), compared as (
      select orders.user_id, orders.id, coalesce(entry.given, 0) as given, coalesce(entry.taken, 0) as taken,
        case when paid_at is null then 0 else credit + bonus_credit end as due
      from orders left join entry on entry.order_id = orders.id
      where orders.user_id = any(${userIds}::uuid[])
    )
    select user_id as "userId", 'a paid order is credited once' as rule, id as subject,
      due as expected, given as found from compared where due <> given
    union all
    select user_id, 'no more is taken back than was given', id, given, taken
    from compared where taken not between 0 and given`
}
