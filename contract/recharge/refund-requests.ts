import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'
import { refundRequest } from './refund-request.ts'

/** Refunds that customers ask for. Only the page of an order loads this file. */

const refundView = () =>
  z.object({
    /** What the published policy gives now, in minor units; null: the order has no money that it could give back. */
    offer: z.nullable(
      z.object({
        rule: z.enum(['unused share', 'no credit came', 'too late']),
        amount: z.int(),
        /** Until when unused credit is refunded. */
        until: z.nullable(z.iso.datetime()),
      }),
    ),
    /** The newest request; null: none was made. */
    request: z.nullable(refundRequest()),
  })

const ofOrder = { orderId: id }

/** What a refund of the order would pay, and what became of the newest request. */
export const refundOffer = endpoint({
  method: 'GET',
  path: '/clients/web/recharge/refund/offer',
  session: 'required',
  input: () => z.object(ofOrder),
  output: refundView,
})

/** Asks the operator for a refund. Answers ORDER_STATE when one is asked for already, and when there is nothing to refund. */
export const requestRefund = endpoint({
  method: 'POST',
  path: '/clients/web/recharge/refund/request',
  session: 'required',
  input: () =>
    z.object({
      ...ofOrder,
      reason: z.optional(
        z
          .string()
          .check(
            z.trim(),
            z.maxLength(200, '原因最多 200 个字符'),
            z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, '原因不能包含特殊字符'),
          ),
      ),
    }),
  output: refundView,
})

/** Takes an open request back; repeated, it changes nothing. Answers ORDER_STATE for one that was answered. */
export const withdrawRefundRequest = endpoint({
  method: 'POST',
  path: '/clients/web/recharge/refund/withdraw',
  session: 'required',
  input: () => z.object(ofOrder),
  output: refundView,
})
