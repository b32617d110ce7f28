import type { Order, OrderState } from '#contract/shapes.ts'
import type { PaymentMethodSummary } from '../../gateways/payments/payments.ts'
import { declineSentence } from './decline-sentences.ts'
import { randomInt } from 'node:crypto'
import { dayText } from '../../lib/local-time.ts'

/** How long a new order can be paid. */
export const PAYABLE_MS = 30 * 60 * 1000

/** The plan as it was when ordered. */
export interface PlanSnapshot {
  id: string
  name: string
  /** 0 = for ever. */
  validDays: number
}

/** An order as it is stored. */
export interface OrderRow {
  id: string
  userId: string
  orderNo: string
  state: OrderState
  plan: PlanSnapshot
  num: number
  /** Minor units. */
  amount: number
  currency: string
  credit: number
  bonusCredit: number
  paymentIntentId: string | null
  clientSecret: string | null
  /** Rises with each 5xx to the creation of the intent, for a new idempotency key. */
  intentTry: number
  /** How many payment attempts were made. */
  confirmCount: number
  /** Payment methods of the attempts whose failure no event has told of. */
  attemptedMethods: string[]
  /** Failed attempts that this shop did not send. */
  foreignDeclines: number
  /** Payment method of the newest attempt, and when it was sent. */
  attemptedMethod: string | null
  attemptedAt: Date | null
  /** Network address of a card's attempt that has not ended. */
  attemptedFrom: string | null
  failureCode: string | null
  paymentMethod: PaymentMethodSummary | null
  refundedAmount: number
  /** The state of its disputes; a dispute does not change the order's state. */
  dispute: 'open' | 'won' | 'lost' | null
  createdAt: Date
  expiresAt: Date
  paidAt: Date | null
}

/** Whether the time to pay is over; the state may still be `pending`. */
export function isOverdue({ expiresAt }: Pick<OrderRow, 'expiresAt'>, now: Date): boolean {
  return expiresAt <= now
}

/** Whether it waits to be paid or a payment is in progress. */
export function isOpen({ state }: Pick<OrderRow, 'state'>): boolean {
  return state === 'pending' || state === 'processing'
}

/** Whether the books hold a refund or dispute of the order; it may have failed at the provider since. */
export function hasReversals({ refundedAmount, dispute }: OrderRow): boolean {
  return refundedAmount > 0 || dispute !== null
}

/** An order as its buyer sees it. */
export function toOrder(order: OrderRow): Order {
  const { failureCode, paymentMethod, paidAt, attemptedAt, dispute } = order
  return {
    id: order.id,
    orderNo: order.orderNo,
    state: order.state,
    combo: { id: order.plan.id, name: order.plan.name, validDays: order.plan.validDays },
    num: order.num,
    amount: order.amount,
    currency: order.currency,
    credit: order.credit + order.bonusCredit,
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    refundedAmount: order.refundedAmount,
    ...(paidAt && { paidAt: paidAt.toISOString() }),
    ...(attemptedAt && { attemptedAt: attemptedAt.toISOString() }),
    ...(failureCode !== null && {
      failure: { code: failureCode, message: declineSentence(failureCode) },
    }),
    ...(paymentMethod && { paymentMethod }),
    ...(dispute && { dispute }),
  }
}

const RANDOM_DIGITS = 10

/**
 * A number for people to read out: the shop's calendar day and ten random digits. The database's constraint
 * keeps it unique; after a collision the caller makes another one.
 */
export function newOrderNo(now: Date, timeZone: string): string {
  const day = dayText(now, timeZone).replaceAll('-', '')
  const random = randomInt(10 ** RANDOM_DIGITS)
  return day + String(random).padStart(RANDOM_DIGITS, '0')
}
