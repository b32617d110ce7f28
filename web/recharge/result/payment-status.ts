import type { Order } from '#contract/shapes.ts'

/** The state of a payment as the buyer sees it. */
export type PaymentStatus =
  | 'arrived'
  | 'refunded'
  | 'underway'
  /** Declined; the order can still be paid. */
  | 'failed'
  /** No attempt to pay: nothing was charged. */
  | 'untried'
  /** An attempt was made, and the provider waits for the buyer. */
  | 'unpaid'
  | 'cancelled'
  | 'expired'
  /** The operator has to check it. */
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

/** Whether further queries are pointless; an unpaid order may still turn out paid. */
export function isSettled(order: Facts): boolean {
  const end = paymentStatus(order)
  return end !== 'underway' && end !== 'unpaid' && end !== 'untried'
}
