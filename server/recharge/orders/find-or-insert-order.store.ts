import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { OrderRow } from './order.ts'
import { toOrderRow, type StoredOrder } from './orders.store.ts'

export interface OrderPlacement {
  userId: string
  planId: string
  num: number
  orderNo: string
  source: string | null
  now: Date
  expiresAt: Date
}

export interface PlacedOrder {
  plan: { isOnSale: boolean; minNum: number; maxNum: number }
  /** The user's payable order of this plan, number and price, found or new; null when it could not be placed. */
  order: OrderRow | null
}

interface Row extends Omit<StoredOrder, 'id'> {
  id: string | null
  plan_on_sale: boolean
  plan_min_num: number
  plan_max_num: number
}

/**
 * Finds or inserts the order in one statement, which reads the price, takes one of the user's three slots
 * and writes the event. Null when there is no such plan. A null order of a plan on sale means that no slot
 * is free or a concurrent statement was first: retry.
 */
export async function findOrInsertOrder(
  sql: Query,
  { userId, planId, num, orderNo, source, now, expiresAt }: OrderPlacement,
): Promise<PlacedOrder | null> {
  const [row] = await sql<Row>`
    with plan as (
      select * from plans where id = ${planId}
    ), open as (
      select * from orders where user_id = ${userId} and open_slot is not null
    ), same as (
      select open.* from open join plan on open.plan_id = plan.id and open.plan_version = plan.version
      where plan.on_sale and open.num = ${num}
        and (open.state = 'processing' or open.expires_at > ${now})
    ), free as (
      select min(slot)::smallint as slot from generate_series(1, 3) slot
      where slot not in (select open_slot from open)
    ), placed as (
      insert into orders (id, user_id, order_no, state, plan_id, plan_version, plan, num, amount,
        currency, credit, bonus_credit, open_slot, source, created_at, expires_at)
      select ${uuidv7(now.getTime())}::uuid, ${userId}::uuid, ${orderNo}, 'pending', plan.id, plan.version,
        jsonb_build_object('id', plan.id, 'name', plan.name, 'summary', plan.summary,
          'features', plan.features, 'amount', plan.amount, 'credit', plan.credit,
          'bonusCredit', plan.bonus_credit, 'validDays', plan.valid_days),
        ${num}::integer, plan.amount * ${num}::integer, plan.currency, plan.credit * ${num}::integer,
        plan.bonus_credit * ${num}::integer, free.slot, ${source}::text, ${now}::timestamptz,
        ${expiresAt}::timestamptz
      from plan cross join free
      where plan.on_sale and ${num}::integer between plan.min_num and plan.max_num
        and free.slot is not null and not exists (select from same)
      on conflict do nothing
      returning *
    ), event as (
      insert into order_events (id, order_id, to_state, actor, created_at)
      select ${uuidv7()}::uuid, placed.id, placed.state, 'user', placed.created_at from placed
    )
    select found.*, plan.on_sale as plan_on_sale, plan.min_num as plan_min_num,
      plan.max_num as plan_max_num
    from plan left join (select * from same union all select * from placed) found on true`
  if (!row) return null
  const { id } = row
  return {
    plan: { isOnSale: row.plan_on_sale, minNum: row.plan_min_num, maxNum: row.plan_max_num },
    order: id === null ? null : toOrderRow({ ...row, id }),
  }
}
