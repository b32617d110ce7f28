import type { PlanOffer } from '#contract/content/content.ts'
import type { Combo } from '#contract/shapes.ts'
import { fragment, json, type Query } from '../../db/sql.ts'

interface StoredTerms extends Omit<Combo, OptionalField> {
  originalAmount: number | null
  badge: string | null
}

type OptionalField =
  | 'originalAmount'
  | 'badge'
  | 'saleUntil'
  | 'limitPerUser'
  | 'isSoldOut'
  | 'left'

interface StoredPlan extends StoredTerms {
  saleUntil: Date | null
  limitPerUser: number | null
  /** Null: any number. */
  left: number | null
}

/** Customers see the number of pieces that are left when it is not more. */
const FEW = 10

const termColumns = fragment`
  plans.id, name, summary, features, amount, currency, original_amount as "originalAmount", credit,
  bonus_credit as "bonusCredit", valid_days as "validDays", min_num as "minNum",
  max_num as "maxNum", badge, recommended, sale_until as "saleUntil", user_limit as "limitPerUser"`

const withStock = fragment`
  plans left join plan_stocks stock on stock.plan_id = plans.id and stock.ended_at is null`

/** The plans on sale now, by the database's clock, in their order. */
export async function listPlansOnSale(sql: Query): Promise<Combo[]> {
  const rows = await sql<StoredPlan>`
    select ${termColumns}, stock.stock - stock.held - stock.sold as left
    from ${withStock}
    where on_sale and (sale_from is null or sale_from <= now())
      and (sale_until is null or sale_until > now())
    order by position, plans.id`
  return rows.map(toCombo)
}

function toCombo(row: StoredPlan): Combo {
  const { originalAmount, badge, saleUntil, limitPerUser, left, ...plan } = row
  const isSoldOut = left !== null && left < plan.minNum
  return {
    ...plan,
    ...(originalAmount !== null && { originalAmount }),
    ...(badge !== null && { badge }),
    ...(saleUntil !== null && { saleUntil: saleUntil.toISOString() }),
    ...(limitPerUser !== null && { limitPerUser }),
    ...(isSoldOut && { isSoldOut }),
    ...(left !== null && left <= FEW && !isSoldOut && { left }),
  }
}

/**
 * What documents say of the plans: those on sale, and what every plan costs and gives. How many pieces are left is
 * not in them: the browser asks.
 */
export async function readPlansOfPages(sql: Query) {
  const [onSale, all] = await Promise.all([listPlansOnSale(sql), listAllPlans(sql)])
  return {
    plans: onSale.map(({ isSoldOut: _, left: _left, ...plan }) => plan),
    terms: all.map(({ id, amount, currency, credit, bonusCredit }) => ({
      ...{ id, amount, currency, credit, bonusCredit },
    })),
  }
}

/** A plan as the operator sees it, on sale or not. */
export interface PlanRow extends StoredTerms {
  version: number
  /** Not withdrawn; whether it can be bought now depends on its period, too. */
  isOnSale: boolean
  saleFrom: Date | null
  saleUntil: Date | null
  limitPerUser: number | null
  /** Pieces to sell, those that are held and sold included; null: any number. */
  stock: number | null
  /** Pieces of open orders and of paid ones since the stock was limited; null: it is not. */
  held: number | null
  sold: number | null
  updatedAt: Date
}

/** All plans in their order. */
export function listAllPlans(sql: Query): Promise<PlanRow[]> {
  return sql<PlanRow>`
    select ${termColumns}, version, on_sale as "isOnSale", sale_from as "saleFrom",
      stock.stock, stock.held, stock.sold, updated_at as "updatedAt"
    from ${withStock} order by position, plans.id`
}

/** The columns that a plan has as JSON, for `jsonb_to_recordset`. */
const planRecord = fragment`(
  id text, name text, summary text, features jsonb, amount bigint, currency text,
  "originalAmount" bigint, credit bigint, "bonusCredit" bigint, "validDays" integer,
  "minNum" integer, "maxNum" integer, badge text, recommended boolean, "saleFrom" timestamptz,
  "saleUntil" timestamptz, "limitPerUser" integer, stock integer)`

const planColumns = fragment`
  id, position, name, summary, features, amount, currency, original_amount, credit, bonus_credit,
  valid_days, min_num, max_num, badge, recommended, sale_from, sale_until, user_limit`

const recordColumns = fragment`
  id, ordinality, name, summary, features, amount, currency, "originalAmount", credit, "bonusCredit",
  "validDays", "minNum", "maxNum", badge, recommended, "saleFrom", "saleUntil", "limitPerUser"`

/** Fills an empty table; a table with plans in it is the operator's and stays as it is. */
export async function seedPlans(sql: Query, plans: readonly PlanOffer[]): Promise<void> {
  await sql`
    with wanted as (
      select * from rows from (jsonb_to_recordset(${json(plans)}::jsonb) as ${planRecord}) with ordinality
    ), added as (
      insert into plans (${planColumns})
      select ${recordColumns} from wanted where not exists (select from plans)
      on conflict (id) do nothing returning id
    )
    insert into plan_stocks (id, plan_id, stock)
    select gen_random_uuid(), id, stock from wanted join added using (id) where stock is not null`
}

/** Locks the plans against other changes until the transaction ends; orders can still be placed. */
export async function lockPlans(tx: Query): Promise<void> {
  await tx`lock table plans in share row exclusive mode`
}

/**
 * Adds and changes plans. The version rises with what a buyer pays or gets. A new plan stands behind all others;
 * a plan that is not on sale remains so.
 */
export async function upsertPlans(tx: Query, plans: readonly PlanOffer[]): Promise<void> {
  const given = json(plans)
  await tx`
    insert into plans (${planColumns})
    select ${recordColumns}
    from rows from (jsonb_to_recordset(${given}::jsonb) as ${planRecord}) with ordinality
    on conflict (id) do update set
      version = plans.version + case
        when (plans.amount, plans.currency, plans.credit, plans.bonus_credit, plans.valid_days)
          is distinct from (excluded.amount, excluded.currency, excluded.credit,
            excluded.bonus_credit, excluded.valid_days) then 1 else 0 end,
      name = excluded.name, summary = excluded.summary, features = excluded.features,
      amount = excluded.amount, currency = excluded.currency,
      original_amount = excluded.original_amount, credit = excluded.credit,
      bonus_credit = excluded.bonus_credit, valid_days = excluded.valid_days,
      min_num = excluded.min_num, max_num = excluded.max_num, badge = excluded.badge,
      recommended = excluded.recommended, sale_from = excluded.sale_from,
      sale_until = excluded.sale_until, user_limit = excluded.user_limit, updated_at = now()`
  await limitStocks(tx, plans)
}

/** Changes the number of pieces to sell. What is held and sold of a limited plan stays; a new limit counts from nothing. */
async function limitStocks(tx: Query, plans: readonly PlanOffer[]): Promise<void> {
  await tx`
    with wanted as (
      select * from jsonb_to_recordset(${json(plans)}::jsonb) as plan (id text, stock integer)
    ), changed as (
      update plan_stocks set
        stock = coalesce(wanted.stock, plan_stocks.stock),
        ended_at = case when wanted.stock is null then now() end
      from wanted
      where plan_id = wanted.id and ended_at is null and plan_stocks.stock is distinct from wanted.stock
    )
    insert into plan_stocks (id, plan_id, stock)
    select gen_random_uuid(), id, stock from wanted
    where stock is not null
      and not exists (select from plan_stocks where plan_id = wanted.id and ended_at is null)`
}
