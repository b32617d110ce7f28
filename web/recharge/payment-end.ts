import type { Order } from '#contract/shapes.ts'

/** What the payment of an order has come to, as its buyer sees it. */
export type PaymentStatus =
  | 'arrived'
  | 'refunded'
  | 'underway'
  /** Declined; the order can still be paid. */
  | 'failed'
  /** Nobody has tried to pay: nothing was charged. */
  | 'untried'
  /** A try was made, and the provider waits for its buyer. */
  | 'unpaid'
  | 'cancelled'
  | 'expired'
  /** Somebody has to look at it. */
  | 'unclear'

type Facts = Pick<Order, 'state' | 'failure' | 'attemptedAt'>

export function paymentStatus({ state, failure, attemptedAt }: Facts): PaymentStatus {
  switch (state) {
    case 'paid':
      return 'arrived'
    case 'refunded':
    case 'partially_refunded':
      return 'refunded'
    case 'processing':
      return 'underway'
    case 'pending':
      if (failure) return 'failed'
      return attemptedAt === undefined ? 'untried' : 'unpaid'
    case 'cancelled':
      return 'cancelled'
    case 'expired':
      return 'expired'
    case 'exception':
      return 'unclear'
  }
}

/** Asking again will not tell anything new; an unpaid order may yet be found paid. */
export function isSettled(order: Facts): boolean {
  const end = paymentStatus(order)
  return end !== 'underway' && end !== 'unpaid' && end !== 'untried'
}
