import type { Reminders } from '#contract/account/reminders.ts'
import type { Query } from '../../db/sql.ts'

const NONE: Reminders = { lowCredit: null, expiringDays: null }

export async function findReminders(sql: Query, userId: string): Promise<Reminders> {
  const [row] = await sql<Reminders>`
    select low_credit as "lowCredit", expiring_days as "expiringDays"
    from credit_accounts where user_id = ${userId}`
  return row ?? NONE
}

/** Stores what is given of the settings. A new threshold that the user is already below is not a crossing. */
export async function storeReminders(
  tx: Query,
  userId: string,
  changes: Partial<Reminders>,
): Promise<Reminders> {
  await tx`insert into credit_accounts (user_id) values (${userId}) on conflict do nothing`
  await tx`select from credit_accounts where user_id = ${userId} for no key update`
  const before = await findReminders(tx, userId)
  const { lowCredit, expiringDays } = { ...before, ...changes }
  await tx`
    update credit_accounts set low_credit = ${lowCredit}, expiring_days = ${expiringDays}
    where user_id = ${userId}`
  if (before.lowCredit !== lowCredit) {
    await tx`delete from credit_low_balances where user_id = ${userId}`
    await tx`
      insert into credit_low_balances (user_id, mailed_at)
      select user_id, now() from credit_accounts
      where user_id = ${userId} and balance - held < low_credit`
  }
  return { lowCredit, expiringDays }
}

/** Ends all reminder mails of a user. */
export async function clearReminders(tx: Query, userId: string): Promise<void> {
  await tx`
    update credit_accounts set low_credit = null, expiring_days = null where user_id = ${userId}`
  await tx`delete from credit_low_balances where user_id = ${userId}`
}

/** A user whose credit has fallen below the threshold. */
export interface LowBalance {
  userId: string
  email: string
  balance: number
  held: number
  lowCredit: number
}

/** Marks up to `limit` due mails as sent and returns what they say; those of closing accounts are left out. */
export function claimLowBalances(tx: Query, limit: number): Promise<LowBalance[]> {
  return tx<LowBalance>`
    with due as (
      update credit_low_balances set mailed_at = now() where user_id = any(array(
        select user_id from credit_low_balances where mailed_at is null and due_at <= now()
        order by due_at limit ${limit} for update skip locked))
      returning user_id)
    select user_id as "userId", email, balance, held, low_credit as "lowCredit"
    from due join credit_accounts using (user_id) join users on users.id = user_id
    where low_credit is not null and closing_at is null and closed_at is null and blocked_at is null`
}

/** Users with credit that ends within the days of their setting and of which no mail has told, in order of id. */
export async function listUsersToRemind(
  sql: Query,
  at: Date,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await sql<{ userId: string }>`
    select user_id as "userId" from credit_accounts account join users on users.id = user_id
    where expiring_days is not null and user_id > ${after}
      and closing_at is null and closed_at is null and blocked_at is null and exists (
        select from credit_lots lot where lot.user_id = account.user_id and not is_empty
          and expires_at > ${at} and expires_at <= ${at}::timestamptz + make_interval(days => expiring_days)
          and reminded_end is distinct from expires_at)
    order by user_id limit ${limit}`
  return rows.map(({ userId }) => userId)
}

export interface EndingCredit {
  email: string
  amount: number
  expiresAt: Date
}

/** Marks the credit that ends soon as told and returns it, soonest first. The account has to be locked. */
export function claimEndingCredit(tx: Query, userId: string, at: Date): Promise<EndingCredit[]> {
  return tx<EndingCredit>`
    with told as (
      update credit_lots lot set reminded_end = expires_at from credit_accounts account
      where account.user_id = ${userId} and lot.user_id = account.user_id and not is_empty
        and expires_at > ${at} and expires_at <= ${at}::timestamptz + make_interval(days => expiring_days)
        and reminded_end is distinct from expires_at
      returning lot.user_id, remaining, expires_at)
    select email, sum(remaining)::bigint as amount, expires_at as "expiresAt"
    from told join users on users.id = user_id
    where closing_at is null and closed_at is null and blocked_at is null
    group by email, expires_at order by expires_at`
}
