import { defineLimits } from '../http/limits/limit.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/**
 * Unpaid orders of plans with a stock that a user can place within 24 hours: each holds pieces until it ends. Counted
 * from the orders themselves, so that one counts no more once it is paid.
 */
export const MOST_UNPAID_LIMITED_ORDERS = 20

export const rechargeLimits = defineLimits({
  /** Orders cancelled by user. With three open orders at a time it bounds how many orders a user can place. */
  cancelOrder: { times: 30, seconds: 10 * MINUTE },
  /** Refunds asked for by user. */
  requestRefund: { times: 10, seconds: DAY },
  /** Payment intents asked for by user. */
  createIntent: { times: 10, seconds: MINUTE },
  /** Attempts to pay by user. */
  confirmPayment: { times: 10, seconds: MINUTE },
  /** Confirmations sent by user, both new attempts and questions how an earlier one ended. */
  askPayment: { times: 60, seconds: MINUTE },
  /** Declined cards by user; an attempt in progress counts as one until it ends, on any node. */
  declines: { times: 10, seconds: DAY, canStrangersExhaust: true },
  /** The same by network address. */
  declinesIp: { times: 20, seconds: DAY, canStrangersExhaust: true },
})
