import type { Combo } from '#contract/shapes.ts'
import { json, type Query } from '../../db/sql.ts'

/** Locks the plans against other changes until the transaction ends; orders can still be placed. */
export async function lockPlans(tx: Query): Promise<void> {
  await tx`lock table plans in share row exclusive mode`
}

/**
 * Adds and changes plans and puts them on sale, in this order and before all others. The version rises
 * with what a buyer pays or gets.
 */
export async function savePlans(tx: Query, plans: readonly Combo[]): Promise<void> {
  await tx`
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
    on conflict (id) do update set
      version = plans.version + case
        when (plans.amount, plans.currency, plans.credit, plans.bonus_credit, plans.valid_days)
          is distinct from (excluded.amount, excluded.currency, excluded.credit,
            excluded.bonus_credit, excluded.valid_days) then 1 else 0 end,
      position = excluded.position, on_sale = true, name = excluded.name,
      summary = excluded.summary, features = excluded.features, amount = excluded.amount,
      currency = excluded.currency, original_amount = excluded.original_amount,
      credit = excluded.credit, bonus_credit = excluded.bonus_credit,
      valid_days = excluded.valid_days, min_num = excluded.min_num, max_num = excluded.max_num,
      badge = excluded.badge, recommended = excluded.recommended, updated_at = now()`
  const ids = plans.map(({ id }) => id)
  await tx`
    update plans set position = ${ids.length} + place.place
    from (
      select id, row_number() over (order by position, id) as place from plans
      where id <> all(${ids}::text[])
    ) place where place.id = plans.id`
}

/** False when there is no such plan on sale. */
export async function takeOffSale(sql: Query, id: string): Promise<boolean> {
  const taken = await sql`
    update plans set on_sale = false, updated_at = now() where id = ${id} and on_sale returning 1`
  return taken.length === 1
}
