import type { Combo } from '#contract/shapes.ts'
import { json, type Query } from '../../db/sql.ts'

interface StoredPlan extends Omit<Combo, 'originalAmount' | 'badge'> {
  originalAmount: number | null
  badge: string | null
}

/** The plans on sale, in their order. */
export async function listPlansOnSale(sql: Query): Promise<Combo[]> {
  const rows = await sql<StoredPlan>`
    select id, name, summary, features, amount, currency, original_amount as "originalAmount",
      credit, bonus_credit as "bonusCredit", valid_days as "validDays", min_num as "minNum",
      max_num as "maxNum", badge, recommended
    from plans where on_sale order by position, id`
  return rows.map(({ originalAmount, badge, ...plan }) => ({
    ...plan,
    ...(originalAmount !== null && { originalAmount }),
    ...(badge !== null && { badge }),
  }))
}

/** A plan as the operator sees it, on sale or not. */
export interface PlanRow extends Omit<Combo, 'originalAmount' | 'badge'> {
  originalAmount: number | null
  badge: string | null
  version: number
  isOnSale: boolean
  updatedAt: Date
}

/** All plans in their order. */
export function listAllPlans(sql: Query): Promise<PlanRow[]> {
  return sql<PlanRow>`
    select id, name, summary, features, amount, currency, original_amount as "originalAmount",
      credit, bonus_credit as "bonusCredit", valid_days as "validDays", min_num as "minNum",
      max_num as "maxNum", badge, recommended, version, on_sale as "isOnSale",
      updated_at as "updatedAt"
    from plans order by position, id`
}

/** Fills an empty table; a table with plans in it is the operator's and stays as it is. */
export async function seedPlans(sql: Query, plans: readonly Combo[]): Promise<void> {
  await sql`
    insert into plans (id, position, name, summary, features, amount, currency, original_amount,
      credit, bonus_credit, valid_days, min_num, max_num, badge, recommended)
    select id, position, name, summary, features, amount, currency, "originalAmount",
      credit, "bonusCredit", "validDays", "minNum", "maxNum", badge, recommended
    from rows from (
      jsonb_to_recordset(${json(plans)}::jsonb) as (
        id text, name text, summary text, features jsonb, amount bigint, currency text,
        "originalAmount" bigint, credit bigint, "bonusCredit" bigint, "validDays" integer,
        "minNum" integer, "maxNum" integer, badge text, recommended boolean)
    ) with ordinality as plan (id, name, summary, features, amount, currency, "originalAmount",
      credit, "bonusCredit", "validDays", "minNum", "maxNum", badge, recommended, position)
    where not exists (select from plans)
    on conflict (id) do nothing`
}
