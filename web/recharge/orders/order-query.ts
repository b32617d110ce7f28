import { orderState, type OrderState } from '#contract/shapes.ts'
import { href } from '../../lib/href.ts'
import { type Query, readPageNumber } from '../../lib/query.ts'

/** The filter in the address of the orders page; invalid values are ignored. */
export interface OrderQuery {
  state: OrderState | undefined
  page: number
}

export function orderQueryOf(query: Query): OrderQuery {
  return {
    state: orderState.safeParse(query['state']).data,
    page: readPageNumber(query),
  }
}

/** The address of a filter; page 1 is left out. */
export function ordersHref({ state, page }: OrderQuery): string {
  return href('/account/orders', { state, page: page === 1 ? undefined : page })
}
