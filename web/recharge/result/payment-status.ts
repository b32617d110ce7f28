import type { Order } from '#contract/shapes.ts'

/** The state of a payment as the buyer sees it. */
export type PaymentStatus =
  | 'credited'
  | 'refunded'
  | 'processing'
  /** Declined; the order can still be paid. */
  | 'failed'
  /** No attempt to pay has reached the server yet. */
  | 'not_attempted'
  /** An attempt was made, and the provider waits for the buyer. */
  | 'unpaid'
  | 'cancelled'
  | 'expired'
  /** The operator has to check it. */
  | 'exception'

type Facts = Pick<Order, 'state' | 'failure' | 'attemptedAt'>

export function paymentStatus({ state, failure, attemptedAt }: Facts): PaymentStatus {
  switch (state) {
    case 'paid':
      return 'credited'
    case 'refunded':
    case 'partially_refunded':
      return 'refunded'
    case 'processing':
      return 'processing'
    case 'pending':
      if (failure) return 'failed'
      return attemptedAt === undefined ? 'not_attempted' : 'unpaid'
    case 'cancelled':
      return 'cancelled'
    case 'expired':
      return 'expired'
    case 'exception':
      return 'exception'
  }
}

/** Whether further queries are pointless; an unpaid order may still turn out paid. */
export function isSettled(order: Facts): boolean {
  const status = paymentStatus(order)
  return status !== 'processing' && status !== 'unpaid' && status !== 'not_attempted'
}
