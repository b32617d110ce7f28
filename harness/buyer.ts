import { setTimeout as delay } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { OrderState } from '#contract/shapes.ts'
import { CallRefused, CallUnanswered, callAsCustomer, retryUntilAnswered } from './buyer-call.ts'
import type { Customer } from './customers.ts'
import type { TestCard } from './sandbox-process.ts'
import type { TestShop } from './test-shop.ts'

const { recharge } = api

/** What is ordered: a plan's id and how many of it. */
export interface OrderRequest {
  id: string
  num: number
}

export type Checkout = OutputOf<typeof recharge.createPaymentIntent>

/** The answer to a payment attempt; null when there was none. */
type AttemptResult = OutputOf<typeof recharge.confirmPayment> | 'declined' | 'other' | null

/** A buyer who would have to wait longer for a limit gives the order up. */
const LONGEST_WAIT_MS = 5_000
const POLL_MS = 700

/** Thrown when a limit of the shop refuses the buyer for longer than `LONGEST_WAIT_MS`; the shop may do so. */
export class BuyerRateLimited extends Error {
  override name = 'BuyerRateLimited'
}

/** A customer who uses the shop's pages; repeats what is not answered until `giveUp` is aborted. */
export type Buyer = ReturnType<typeof createBuyer>

export function createBuyer(
  { app, provider }: { app: Pick<TestShop['app'], 'url'>; provider: TestShop['provider'] },
  customer: Customer,
  giveUp: AbortSignal,
) {
  const visitor = { url: app.url, customer }

  /** Repeats what was not answered, and what a limit refused when its time is near. */
  async function retryWithinLimits<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await retryUntilAnswered(work, giveUp)
      } catch (error) {
        if (!(error instanceof CallRefused) || error.code !== 'RATE_LIMITED') throw error
        if (error.retryAfterMs > LONGEST_WAIT_MS)
          throw new BuyerRateLimited(error.message, { cause: error })
        await delay(error.retryAfterMs)
      }
    }
  }

  const buyer = {
    customer,
    placeOrder: (order: OrderRequest) =>
      retryWithinLimits(() => callAsCustomer(visitor, recharge.placeOrder, order)),
    startCheckout: (order: OrderRequest) =>
      retryWithinLimits(() => callAsCustomer(visitor, recharge.createPaymentIntent, order)),
    fetchOrderState: async (orderId: string): Promise<OrderState> => {
      const { order } = await retryWithinLimits(() =>
        callAsCustomer(visitor, recharge.queryOrder, { orderId }),
      )
      return order.state
    },
    cancelOrder: (id: string) =>
      retryWithinLimits(() => callAsCustomer(visitor, recharge.cancelOrder, { id })),
    createPaymentMethod: (card: TestCard) =>
      retryUntilAnswered(() => asUnanswered(provider.createPaymentMethod(card)), giveUp),

    /** One payment attempt with this card. */
    async confirmPayment(
      { clientSecret }: Pick<Checkout, 'clientSecret'>,
      card: TestCard,
      signal?: AbortSignal,
    ): Promise<AttemptResult> {
      const paymentMethodId = await buyer.createPaymentMethod(card)
      try {
        return await callAsCustomer(
          visitor,
          recharge.confirmPayment,
          { clientSecret, paymentMethodId },
          signal,
        )
      } catch (error) {
        if (error instanceof CallUnanswered) return null
        if (!(error instanceof CallRefused)) throw error
        if (error.code === 'CARD_DECLINED') return 'declined'
        if (error.code !== 'RATE_LIMITED') return 'other'
        if (error.retryAfterMs > LONGEST_WAIT_MS)
          throw new BuyerRateLimited(error.message, { cause: error })
        await delay(error.retryAfterMs)
        return null
      }
    },

    /** As a page that stays open: attempts payment until the order is not pending; returns its state. */
    async payUntilPaid(checkout: Checkout, card: TestCard): Promise<OrderState> {
      for (;;) {
        const answer = await buyer.confirmPayment(checkout, card)
        await buyer.approveChallenge(answer)
        const state = await buyer.pollUntilDecided(checkout.orderId)
        if (state !== 'pending') return state
      }
    },

    /** Approves on the bank's page when the answer leads there. */
    async approveChallenge(answer: AttemptResult): Promise<void> {
      if (answer === null || typeof answer === 'string') return
      const { nextAction } = answer
      if (nextAction?.type !== 'redirect') return
      await retryUntilAnswered(
        () => asUnanswered(provider.answerChallenge(nextAction.url, 'approve')),
        giveUp,
      )
    },

    /** As the result page: polls until the payment is not processing any more. */
    async pollUntilDecided(orderId: string): Promise<OrderState> {
      for (;;) {
        const state = await buyer.fetchOrderState(orderId)
        if (state !== 'processing') return state
        await delay(POLL_MS)
      }
    },
  }
  return buyer
}

async function asUnanswered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new CallUnanswered(String(error), { cause: error })
  }
}
