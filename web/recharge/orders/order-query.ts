import { orderState, type OrderState } from '#contract/shapes.ts'
import { href } from '../../lib/href.ts'
import type { Query } from '../../lib/query.ts'

/** The filter in the address of the orders page; invalid values are ignored. */
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

/** The address of a filter; page 1 is left out. */
export function ordersHref({ state, page }: OrderQuery): string {
  return href('/account/orders', { state, page: page === 1 ? undefined : page })
}
