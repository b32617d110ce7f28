import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, integerText, num, queryInteger } from '../fields.ts'
import { combo, order, orderState, pageOf } from '../shapes.ts'

const paging = {
  page: z._default(queryInteger(1, 1_000_000), 1),
  pageSize: z._default(queryInteger(1, 100), 20),
}

/** What a buyer pays. */
const purchase = () =>
  z.object({
    /** Of the combo. */
    id,
    num: integerText(num),
    /**
     * The order to pay, and no other: refused with what has become of it (ORDER_PAID, ORDER_CANCELLED,
     * ORDER_EXPIRED, ORDER_STATE; the order is in `data`). Absent: the open order of this combo and number, or a new one.
     */
    order: z.optional(id),
    /** The sum that the buyer was shown, in minor units; any other is refused with PRICE_CHANGED. Absent: not compared. */
    amount: z.optional(integerText(z.int())),
  })

/** The plans on sale, in display order. */
export const comboList = endpoint({
  method: 'GET',
  path: '/clients/web/recharge/translate/combo/list',
  session: 'optional',
  input: () => z.object({}),
  output: () => z.array(combo),
})

/** Returns the order to pay: the named one, else the user's open one of the same combo and number, or a new one. */
export const placeOrder = endpoint({
  method: 'POST',
  path: '/clients/web/recharge/order/place-order',
  session: 'required',
  input: purchase,
  output: () => z.object({ order }),
})

/** Returns an order. An open one is first compared with the payment provider, at most once every 2 s. */
export const queryOrder = endpoint({
  method: 'GET',
  path: '/clients/web/recharge/order/query/:orderId',
  session: 'required',
  input: () => z.object({ orderId: id }),
  output: () => z.object({ order }),
})

export const orderList = endpoint({
  method: 'GET',
  path: '/clients/web/recharge/order/list',
  session: 'required',
  input: () => z.object({ ...paging, state: z.optional(orderState) }),
  output: () => pageOf(order),
})

/** Cancels a pending order, after its intent at the provider. */
export const cancelOrder = endpoint({
  method: 'POST',
  path: '/clients/web/recharge/order/cancel',
  session: 'required',
  input: () => z.object({ id }),
  output: () => z.object({ order }),
})

/** Finds or places the order as `placeOrder` does; a repeated call returns the same intent. */
export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/clients/web/recharge/stripe/create-payment-intent',
  session: 'required',
  input: purchase,
  output: () =>
    z.object({
      clientSecret: z.string(),
      orderId: z.string(),
      amount: z.int(),
      currency: z.string(),
      provider: z.enum(['stripe', 'sandbox']),
    }),
})

/** Confirms the payment. `processing` also when the provider did not respond in time: the callback page then polls the order. */
export const confirmPayment = endpoint({
  method: 'POST',
  path: '/clients/web/recharge/stripe/confirm-payment',
  session: 'required',
  input: () =>
    z.object({
      clientSecret: z.string().check(z.minLength(1), z.maxLength(512)),
      /** A card's payment method, created by the browser's payment form; or `alipay`, `wechat_pay`. */
      paymentMethodId: z.string().check(z.regex(/^[A-Za-z0-9_]{1,128}$/)),
    }),
  output: () =>
    z.object({
      status: z.enum(['succeeded', 'processing', 'requires_action']),
      orderId: z.string(),
      nextAction: z.optional(
        z.union([
          z.object({ type: z.literal('redirect'), url: z.string() }),
          z.object({ type: z.literal('sdk') }),
          /** A code to scan with the buyer's phone; a buyer on the phone itself opens `url`. */
          z.object({
            type: z.literal('qr'),
            code: z.object({ size: z.int(), path: z.string() }),
            url: z.string(),
          }),
        ]),
      ),
    }),
})
