import * as z from 'zod/mini'
import { orderState, PAYMENT_METHODS } from '#contract/shapes.ts'
import { ORDER_DATES } from './order-dates.ts'
import { consoleCall } from '../console-call.ts'
import { beforeId, day, filterText, next, pageLimit, reference } from '../list-fields.ts'
import { orderDetail, orderListItem, providerIntent } from './order-shapes.ts'

export type { ConsoleOrder, OrderDetail, OrderPolicy, ProviderIntent } from './order-shapes.ts'

/** An order number, an order's id or a payment intent. */
const order = { order: reference('订单号') }

/** Newest first, by what the days are about. Amounts are minor units. */
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
      /** What `from` and `to` are about: the order, its payment, a refund or dispute, or a failed attempt to pay. */
      by: z.optional(z.enum(ORDER_DATES, '没有这种日期')),
      /** Both days are included. Without `from`, reversed and failed ones are those of the last 30 days. */
      from: day,
      to: day,
      /** `1`: only those to be verified, paid late or disputed. */
      unusual: z.optional(z.literal('1', '只能写 1')),
      /** `1`: only those with a dispute that is not decided. */
      disputed: z.optional(z.literal('1', '只能写 1')),
      /** `1`: only those for which a customer asks for a refund and has no answer. */
      requested: z.optional(z.literal('1', '只能写 1')),
      /** The traffic source, whole; DIRECT_SOURCE for none. */
      source: filterText,
      /** `1`: of paid orders the first of each buyer. */
      first: z.optional(z.literal('1', '只能写 1')),
      /** The code of a failed attempt. */
      failure: filterText,
      limit: pageLimit,
    }),
  output: () =>
    z.object({
      orders: z.array(orderListItem),
      /**
       * Of all pages; `isMore`: there are at least so many. Orders by their placement are counted up to 1,000; of the others 1,000
       * rows of the days are looked at, and 10,000 where PostgreSQL's statistics expect no more.
       */
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
