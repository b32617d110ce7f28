import { uuidv7 } from '../../db/ids.ts'
import { isCheckViolation, type Query } from '../../db/sql.ts'
import { MOST_UNPAID_LIMITED_ORDERS } from '../limits.ts'
import type { OrderRow } from './order.ts'
import { toOrderRow, type StoredOrder } from './orders.store.ts'

export interface OrderPlacement {
  userId: string
  planId: string
  num: number
  /** The price that the buyer was shown, in minor units; null: any. */
  amount: number | null
  orderNo: string
  source: string | null
  now: Date
  expiresAt: Date
}

export interface PlacedOrder {
  plan: {
    /** Now, by the database's clock. */
    isOnSale: boolean
    /** Of so many, in minor units. */
    price: number
    minNum: number
    maxNum: number
    /** Pieces left to sell; null: any number. */
    left: number | null
    limitPerUser: number | null
    /** Pieces in the user's open and paid orders of the plan; counted where there is a limit. */
    had: number
    /** The user's unpaid orders of 24 hours, of all plans with a stock; counted where there is a stock. */
    unpaid: number
  }
  /** The user's payable order of this plan, number and price, found or new; null when it could not be placed. */
  order: OrderRow | null
}

interface Row extends Omit<StoredOrder, 'id'> {
  id: string | null
  plan_on_sale: boolean
  plan_price: number
  plan_min_num: number
  plan_max_num: number
  plan_left: number | null
  plan_user_limit: number | null
  plan_had: number
  plan_unpaid: number
}

/** What the trigger of a new order raises when a concurrent order took the last pieces. */
const PIECES_TAKEN = ['plan_stock_left', 'plan_user_limit']

/** As `findOrInsertOrder`; undefined when concurrent orders took the last pieces: retry. */
export async function tryFindOrInsertOrder(
  sql: Query,
  placement: OrderPlacement,
): Promise<PlacedOrder | null | undefined> {
  try {
    return await findOrInsertOrder(sql, placement)
  } catch (error) {
    if (PIECES_TAKEN.some((constraint) => isCheckViolation(error, constraint))) return undefined
    throw error
  }
}

/**
 * Finds or inserts the order in one statement, which reads the price, takes one of the user's three slots
 * and, by its trigger, the pieces of a limited plan, and writes the event. Null when there is no such plan. A null
 * order of a plan on sale that has pieces left and this price means that no slot is free, that too many orders were left unpaid, or
 * that a concurrent statement was first: retry. Concurrent ones may place more unpaid orders, up to the slots.
 */
export async function findOrInsertOrder(
  sql: Query,
  { userId, planId, num, amount, orderNo, source, now, expiresAt }: OrderPlacement,
): Promise<PlacedOrder | null> {
  const [row] = await sql<Row>`
    with plan as (
      select plans.*, amount * ${num}::integer as price, stock.id as stock_id, stock.stock - stock.held - stock.sold as left,
        on_sale and (sale_from is null or sale_from <= now())
          and (sale_until is null or sale_until > now()) as is_on_sale,
        case when user_limit is null then 0 else (
          select coalesce(sum(num), 0)::bigint from orders
          where user_id = ${userId} and plan_id = plans.id
            and state not in ('cancelled', 'expired', 'refunded')
        ) end as had,
        case when stock.id is null then 0 else (
          select count(*) from orders
          where user_id = ${userId} and stock_id is not null
            and created_at > ${now}::timestamptz - interval '24 hours'
            and state in ('pending', 'processing', 'cancelled', 'expired')
        ) end as unpaid
      from plans left join plan_stocks stock on stock.plan_id = plans.id and stock.ended_at is null
      where plans.id = ${planId}
    ), open as (
      select * from orders where user_id = ${userId} and open_slot is not null
    ), same as (
      select open.* from open join plan on open.plan_id = plan.id and open.plan_version = plan.version
      where open.num = ${num}
        and (open.state = 'processing' or open.expires_at > ${now})
    ), free as (
      select min(slot)::smallint as slot from generate_series(1, 3) slot
      where slot not in (select open_slot from open)
    ), placed as (
      insert into orders (id, user_id, order_no, state, plan_id, plan_version, plan, num, amount,
        currency, credit, bonus_credit, open_slot, source, stock_id, user_limit, created_at, expires_at)
      select ${uuidv7(now.getTime())}::uuid, ${userId}::uuid, ${orderNo}, 'pending', plan.id, plan.version,
        jsonb_build_object('id', plan.id, 'name', plan.name, 'summary', plan.summary,
          'features', plan.features, 'amount', plan.amount, 'credit', plan.credit,
          'bonusCredit', plan.bonus_credit, 'validDays', plan.valid_days),
        ${num}::integer, plan.price, plan.currency, plan.credit * ${num}::integer,
        plan.bonus_credit * ${num}::integer, free.slot, ${source}::text, plan.stock_id,
        plan.user_limit, ${now}::timestamptz, ${expiresAt}::timestamptz
      from plan cross join free
      where plan.is_on_sale and ${num}::integer between plan.min_num and plan.max_num
        and plan.price = coalesce(${amount}::bigint, plan.price)
        and (plan.left is null or plan.left >= ${num}::integer)
        and plan.unpaid < ${MOST_UNPAID_LIMITED_ORDERS}::integer
        and (plan.user_limit is null or plan.had + ${num}::integer <= plan.user_limit)
        and free.slot is not null and not exists (select from same)
      on conflict do nothing
      returning *
    ), event as (
      insert into order_events (id, order_id, to_state, actor, created_at)
      select ${uuidv7()}::uuid, placed.id, placed.state, 'user', placed.created_at from placed
    )
    select found.*, plan.is_on_sale as plan_on_sale, plan.price as plan_price,
      plan.min_num as plan_min_num, plan.max_num as plan_max_num, plan.left as plan_left, plan.user_limit as plan_user_limit,
      plan.had as plan_had, plan.unpaid as plan_unpaid
    from plan left join (select * from same union all select * from placed) found on true`
  if (!row) return null
  const { id } = row
  return {
    plan: {
      ...{ isOnSale: row.plan_on_sale, price: row.plan_price },
      ...{ minNum: row.plan_min_num, maxNum: row.plan_max_num },
      ...{ left: row.plan_left, limitPerUser: row.plan_user_limit, had: row.plan_had },
      unpaid: row.plan_unpaid,
    },
    order: id === null ? null : toOrderRow({ ...row, id }),
  }
}
