import type * as contract from '#contract/console/orders/orders.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { listConsoleOrders } from './list-orders.ts'
import { readProviderView } from './provider-view.ts'
import { readConsoleOrder } from './read-order.ts'

export function orderHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    listConsoleOrders: ({ input }) => listConsoleOrders(deps, input),
    readConsoleOrder: ({ input }) => readConsoleOrder(deps, input.order),
    readProviderView: ({ input }) => readProviderView(deps, input.order),
  }
}
