import * as z from 'zod/mini'
import { orderState, PAYMENT_METHODS } from '../shapes.ts'
import { consoleCall } from './console-call.ts'
import { beforeId, day, filterText, next, pageLimit, reference } from './list-fields.ts'
import { orderDetail, orderListItem, providerIntent } from './order-shapes.ts'

export type { ConsoleOrder, OrderDetail, OrderPolicy, ProviderIntent } from './order-shapes.ts'

/** An order number, an order's id or a payment intent. */
const order = { order: reference('订单号') }

/** Newest first. Amounts are minor units. */
export const listConsoleOrders = consoleCall({
  method: 'GET',
  path: '/api/console/orders',
  access: 'read',
  input: () =>
    z.object({
      before: beforeId,
      state: z.optional(z.enum(orderState.options, '没有这种订单状态')),
      /** A whole e-mail or a user's id; one that nobody has answers with an empty list. */
      user: filterText,
      method: z.optional(z.enum(PAYMENT_METHODS, '没有这种付款方式')),
      /** Both days are included. */
      from: day,
      to: day,
      /** `1`: only those to be verified, paid late or disputed. */
      unusual: z.optional(z.literal('1', '只能写 1')),
      /** The traffic source, whole. */
      source: filterText,
      limit: pageLimit,
    }),
  output: () =>
    z.object({
      orders: z.array(orderListItem),
      /** Of all pages; exact up to 10,000, `isMore` beyond. */
      count: z.object({ count: z.int(), isMore: z.boolean() }),
      next,
    }),
})

/** One order with all that is stored about it. Answers NOT_FOUND. */
export const readConsoleOrder = consoleCall({
  method: 'GET',
  path: '/api/console/orders/one',
  access: 'read',
  input: () => z.object(order),
  output: () => orderDetail,
})

/** Asks the provider about the order's payment intent, for five seconds at most; changes nothing. Answers NOT_FOUND. */
export const readProviderView = consoleCall({
  method: 'GET',
  path: '/api/console/orders/provider',
  access: 'read',
  input: () => z.object(order),
  output: () =>
    z.object({
      /** Null: there is none yet, or `failure` says why it is unknown. */
      intent: z.nullable(providerIntent),
      failure: z.nullable(z.string()),
      askedAt: z.iso.datetime(),
    }),
})
