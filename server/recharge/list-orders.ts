import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/recharge.ts'
import type { Deps } from '../deps.ts'
import { toOrder } from './order.ts'
import { countOrdersOf, listOrdersOf } from './orders.store.ts'

/** One page of the user's orders, newest first. */
export async function listOrders(
  { sql }: Pick<Deps, 'sql'>,
  userId: string,
  {
    page,
    pageSize,
    state = null,
  }: Omit<InputOf<typeof contract.orderList>, 'state'> & {
    state?: InputOf<typeof contract.orderList>['state'] | null
  },
): Promise<OutputOf<typeof contract.orderList>> {
  const [orders, total] = await Promise.all([
    listOrdersOf(sql, { userId, state, limit: pageSize, offset: (page - 1) * pageSize }),
    countOrdersOf(sql, { userId, state }),
  ])
  return { list: orders.map(toOrder), total, page, pageSize }
}
