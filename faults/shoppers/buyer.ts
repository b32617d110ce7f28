import { setTimeout as delay } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { OrderState } from '#contract/shapes.ts'
import type { Customer } from '../../bench/rig/customers.ts'
import type { TestCard } from '../rig/provider.ts'
import type { World } from '../rig/world.ts'
import { call, insist, Refused, Unanswered } from './call.ts'

const { recharge } = api

export interface Wish {
  id: string
  num: number
}

export type Checkout = OutputOf<typeof recharge.createPaymentIntent>

/** What came of a try to pay; null when nobody knows. */
type Tried = OutputOf<typeof recharge.confirmPayment> | 'declined' | 'other' | null

/** Beyond this a limit is not waited for: its buyer gives the order up. */
const PATIENCE_MS = 5_000
const ASK_AGAIN_MS = 700

/** Thrown when the shop's limits send the buyer away; that is no fault. */
export class SentAway extends Error {
  override name = 'SentAway'
}

/** A customer at a page of the shop. */
export type Buyer = ReturnType<typeof buyerAt>

export function buyerAt(
  { app, provider }: Pick<World, 'app' | 'provider'>,
  customer: Customer,
  giveUp: AbortSignal,
) {
  const at = { url: app.url, customer }

  /** Waits for a limit where that is soon, and repeats what nobody answered. */
  async function patiently<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await insist(work, giveUp)
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 'RATE_LIMITED') throw error
        if (error.retryAfterMs > PATIENCE_MS) throw new SentAway(error.message, { cause: error })
        await delay(error.retryAfterMs)
      }
    }
  }

  const buyer = {
    customer,
    place: (wish: Wish) => patiently(() => call(at, recharge.placeOrder, wish)),
    checkout: (wish: Wish) => patiently(() => call(at, recharge.createPaymentIntent, wish)),
    state: async (orderId: string): Promise<OrderState> => {
      const { order } = await patiently(() => call(at, recharge.queryOrder, { orderId }))
      return order.state
    },
    cancel: (id: string) => patiently(() => call(at, recharge.cancelOrder, { id })),
    method: (card: TestCard) => insist(() => unanswered(provider.method(card)), giveUp),

    /** One try to pay. */
    async confirm(
      { clientSecret }: Pick<Checkout, 'clientSecret'>,
      card: TestCard,
      signal?: AbortSignal,
    ): Promise<Tried> {
      const paymentMethodId = await buyer.method(card)
      try {
        return await call(at, recharge.confirmPayment, { clientSecret, paymentMethodId }, signal)
      } catch (error) {
        if (error instanceof Unanswered) return null
        if (!(error instanceof Refused)) throw error
        if (error.code === 'CARD_DECLINED') return 'declined'
        if (error.code !== 'RATE_LIMITED') return 'other'
        if (error.retryAfterMs > PATIENCE_MS) throw new SentAway(error.message, { cause: error })
        await delay(error.retryAfterMs)
        return null
      }
    },

    /** As a page that stays open: pays with this card until the order is paid; returns how it ended. */
    async payUntilPaid(checkout: Checkout, card: TestCard): Promise<OrderState> {
      for (;;) {
        const answer = await buyer.confirm(checkout, card)
        await buyer.agree(answer)
        const state = await buyer.follow(checkout.orderId)
        if (state !== 'pending') return state
      }
    },

    /** Says yes on the bank's page where the answer leads there. */
    async agree(answer: Tried): Promise<void> {
      if (answer === null || typeof answer === 'string') return
      const { nextAction } = answer
      if (nextAction?.type !== 'redirect') return
      await insist(() => unanswered(provider.answerChallenge(nextAction.url, 'approve')), giveUp)
    },

    /** As the callback page: asks until the payment is not under way any more. */
    async follow(orderId: string): Promise<OrderState> {
      for (;;) {
        const state = await buyer.state(orderId)
        if (state !== 'processing') return state
        await delay(ASK_AGAIN_MS)
      }
    },
  }
  return buyer
}

async function unanswered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new Unanswered(String(error), { cause: error })
  }
}
