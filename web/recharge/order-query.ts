import { orderState, type OrderState } from '#contract/shapes.ts'
import { href } from '../lib/href.ts'
import type { Query } from '../lib/query.ts'

/** What the address of the orders page chooses; what makes no sense in it counts as not there. */
export interface OrderQuery {
  state: OrderState | undefined
  page: number
}

export function orderQueryOf(query: Query): OrderQuery {
  const page = Number(query['page'])
  return {
    state: orderState.safeParse(query['state']).data,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a choice; the first page goes without saying. */
export function ordersHref({ state, page }: OrderQuery): string {
  return href('/account/orders', { state, page: page === 1 ? undefined : page })
}
