import type { Query } from '#server/db/sql.ts'

/** What the database has of the applications' calls, read from outside of the app. */
export interface SpendingBooks {
  requests: { applicationId: string; userId: string; key: string; objectId: string }[]
  holds: BookedHold[]
  charges: BookedCharge[]
  reversals: BookedReversal[]
  /** Sums that have to be equal and are not, one line each. */
  differences: string[]
  /** Accounts and charges that took credit which was not there, one line each. */
  overspent: string[]
  /** Charges that took credit although other credit was due before it, one line each. */
  outOfOrder: string[]
}

export interface BookedHold {
  applicationId: string
  userId: string
  id: string
  amount: number
  captured: number
  state: 'open' | 'captured' | 'released' | 'expired'
  expiresAt: Date
}

export interface BookedCharge {
  applicationId: string
  userId: string
  id: string
  holdId: string | null
  amount: number
  /** The part that no lot could pay. */
  owed: number
}

export interface BookedReversal {
  applicationId: string
  userId: string
  id: string
  chargeId: string
  amount: number
}

/** `timeZone` is the one whose days the shop counts usage by. */
export async function readSpending(sql: Query, timeZone: string): Promise<SpendingBooks> {
  const requests = await sql<SpendingBooks['requests'][number]>`
    select application_id as "applicationId", user_id as "userId", idempotency_key as key,
      object_id as "objectId"
    from credit_requests`
  const holds = await sql<BookedHold>`
    select application_id as "applicationId", user_id as "userId", id, amount, captured, state,
      expires_at as "expiresAt"
    from credit_holds`
  const charges = await sql<BookedCharge>`
    select application_id as "applicationId", user_id as "userId", id, hold_id as "holdId", amount, owed
    from credit_charges`
  const reversals = await sql<BookedReversal>`
    select application_id as "applicationId", user_id as "userId", id, charge_id as "chargeId", amount
    from credit_reversals`
  const differences = await listDifferences(sql, timeZone)
  const overspent = await listOverspent(sql)
  const outOfOrder = await listOutOfOrder(sql)
  return { requests, holds, charges, reversals, differences, overspent, outOfOrder }
}

/** What ends first is spent first, of equal ends bonus: after an entry of a charge no lot before its own has credit. */
async function listOutOfOrder(sql: Query): Promise<string[]> {
  const rows = await sql<{ chargeId: string; lotId: string; passed: string }>`
    select entry.charge_id as "chargeId", entry.lot_id as "lotId", earlier.id as passed
    from credit_ledger entry
      join credit_lots lot on lot.user_id = entry.user_id and lot.id = entry.lot_id
      join credit_lots earlier on earlier.user_id = entry.user_id and earlier.kind <> 'debt'
        and (coalesce(earlier.expires_at, 'infinity'), case earlier.kind when 'bonus' then 0 else 1 end)
          < (coalesce(lot.expires_at, 'infinity'), case lot.kind when 'bonus' then 0 else 1 end)
    where entry.type = 'consume' and entry.charge_id is not null and (
      select coalesce(sum(delta), 0) from credit_ledger before
      where before.user_id = entry.user_id and before.lot_id = earlier.id and before.position <= entry.position) > 0`
  return rows.map(
    ({ chargeId, lotId, passed }) => `charge ${chargeId} took of ${lotId} before ${passed}`,
  )
}

interface Difference {
  rule: string
  subject: string
  one: number
  other: number
}

async function listDifferences(sql: Query, timeZone: string): Promise<string[]> {
  const rows = await sql<Difference>`
    with account as (
      select user_id::text as subject, balance, held,
        (select coalesce(sum(remaining), 0) from credit_lots lot where lot.user_id = account.user_id) as lots,
        (select coalesce(sum(delta), 0) from credit_ledger entry where entry.user_id = account.user_id) as entries,
        (select coalesce(sum(amount), 0) from credit_holds hold
          where hold.user_id = account.user_id and state = 'open')
        + (select coalesce(sum(amount), 0) from credit_reserves reserve
          where reserve.user_id = account.user_id) as holds
      from credit_accounts account
    ), entry as (
      select charge_id as id, coalesce(-sum(delta) filter (where type = 'consume'), 0) as taken,
        coalesce(sum(delta) filter (where type = 'consume_reversal'), 0) as returned
      from credit_ledger where charge_id is not null group by charge_id
    ), reversal as (
      select charge_id as id, sum(amount) as amount from credit_reversals group by charge_id
    ), spent as (
      select user_id, (created_at at time zone ${timeZone})::date as day, application_id, api_key_id,
        amount as charged, 1 as charges, 0 as reversed, reversed as given_back
      from credit_charges
      union all
      select user_id, (reversal.created_at at time zone ${timeZone})::date, reversal.application_id,
        charge.api_key_id, 0, 0, reversal.amount, 0
      from credit_reversals reversal
        join credit_charges charge using (user_id) where charge.id = reversal.charge_id
    ), day as (
      select user_id, day, application_id,
        coalesce(api_key_id, '00000000-0000-0000-0000-000000000000') as api_key_id,
        sum(charged) as charged, sum(charges) as charges, sum(reversed) as reversed, sum(given_back) as given_back
      from spent group by 1, 2, 3, 4
    ), usage as (
      select concat_ws(' ', user_id, day, application_id) as subject, day.charged, day.charges, day.reversed, day.given_back,
        kept.charged as kept_charged, kept.charges as kept_charges, kept.reversed as kept_reversed,
        kept.given_back as kept_given_back
      from day full join credit_usage_days kept using (user_id, day, application_id, api_key_id)
    ), pair (rule, subject, one, other) as (
      select 'balance and lots', subject, balance, lots from account
      union all select 'balance and ledger', subject, balance, entries from account
      union all select 'held, open holds and reserves', subject, held, holds from account
      union all
      select 'charge and its entries', coalesce(charge.id, entry.id)::text, charge.amount, entry.taken
        from credit_charges charge full join entry on entry.id = charge.id
      union all
      select 'reversals and their entries', coalesce(reversal.id, entry.id)::text, reversal.amount, entry.returned
        from reversal full join entry on entry.id = reversal.id
      union all
      select 'charge and its reversals', charge.id::text, charge.reversed, reversal.amount
        from credit_charges charge left join reversal on reversal.id = charge.id
      union all select 'charges and usage of the day', subject, charged, kept_charged from usage
      union all select 'number of charges and usage of the day', subject, charges, kept_charges from usage
      union all select 'reversals and usage of the day', subject, reversed, kept_reversed from usage
      union all select 'charges given back and usage of their day', subject, given_back, kept_given_back from usage
    )
    select rule, subject, coalesce(one, 0)::bigint as one, coalesce(other, 0)::bigint as other
    from pair where coalesce(one, 0) <> coalesce(other, 0)`
  return rows.map(({ rule, subject, one, other }) => `${rule}: ${one} and ${other} (${subject})`)
}

/**
 * Accounts below 0 further than captures above their holds, late captures, refunds and disputes can have brought
 * them, and charges that were owed although only a capture may be. Holds at one moment: it can be called at any time.
 */
export async function listOverspent(sql: Query): Promise<string[]> {
  const accounts = await sql<{ userId: string; available: number; explained: number }>`
    select user_id as "userId", available, explained from (
      select user_id, balance - held as available, (
        -- a hold that was captured near its end may have expired before, by a clock that ran fast
        select coalesce(sum(case when charge.created_at > hold.expires_at - interval '25 minutes'
          then charge.amount else greatest(0, charge.amount - hold.amount) end), 0)
        from credit_charges charge
          join credit_holds hold on hold.user_id = charge.user_id and hold.id = charge.hold_id
        where charge.user_id = account.user_id
      ) + (
        select coalesce(-sum(delta), 0) from credit_ledger entry
        where entry.user_id = account.user_id and delta < 0 and type in ('refund_clawback', 'dispute_hold')
      ) as explained
      from credit_accounts account where balance < held
    ) negative
    where -available > explained`
  const large = await sql<{ id: string; amount: number; held: number }>`
    select charge.id, charge.amount, hold.amount as held
    from credit_charges charge
      join credit_holds hold on hold.user_id = charge.user_id and hold.id = charge.hold_id
      join applications application on application.id = charge.application_id and not is_first_party
    where charge.amount > hold.amount`
  const owed = await sql<{ id: string; owed: number }>`
    select id, owed from credit_charges where hold_id is null and owed > 0`
  return [
    ...accounts.map(
      ({ userId, available, explained }) =>
        `${userId} has ${available} available, ${explained} of it explained`,
    ),
    ...large.map(
      ({ id, amount, held }) => `charge ${id} of a third party took ${amount} of ${held}`,
    ),
    ...owed.map(({ id, owed: part }) => `charge ${id} passed although ${part} was missing`),
  ]
}
