import type { Order } from '#contract/shapes.ts'

/** What the payment of an order has come to, as its buyer sees it. */
export type PaymentEnd =
  | 'arrived'
  | 'refunded'
  | 'underway'
  /** Declined; the order can still be paid. */
  | 'failed'
  /** Nobody has paid anything yet. */
  | 'unpaid'
  | 'cancelled'
  | 'expired'
  /** Somebody has to look at it. */
  | 'unclear'

export function paymentEnd({ state, failure }: Pick<Order, 'state' | 'failure'>): PaymentEnd {
  switch (state) {
    case 'paid':
      return 'arrived'
    case 'refunded':
    case 'partially_refunded':
      return 'refunded'
    case 'processing':
      return 'underway'
    case 'pending':
      return failure ? 'failed' : 'unpaid'
    case 'cancelled':
      return 'cancelled'
    case 'expired':
      return 'expired'
    case 'exception':
      return 'unclear'
  }
}

/** Asking again will not tell anything new; an unpaid order may yet be found paid. */
export function isSettled(order: Pick<Order, 'state' | 'failure'>): boolean {
  const end = paymentEnd(order)
  return end !== 'underway' && end !== 'unpaid'
}
