import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/recharge/recharge.ts'
import type { Query } from '../../db/sql.ts'
import { toOrder } from './order.ts'
import { countOrdersOf, listOrdersOf } from './orders.store.ts'

/** One page of the user's orders, newest first. */
export async function listOrders(
  { sql }: { sql: Query },
  userId: string,
  { page, pageSize, state }: InputOf<typeof contract.orderList>,
): Promise<OutputOf<typeof contract.orderList>> {
  const filter = { userId, state: state ?? null }
  const [orders, total] = await Promise.all([
    listOrdersOf(sql, { ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
    countOrdersOf(sql, filter),
  ])
  return { list: orders.map(toOrder), total, page, pageSize }
}
