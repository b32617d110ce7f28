import { randomUUID } from 'node:crypto'
import { ShopError } from '../shop/request-shop.ts'
import type { Shop } from '../shop/shop.ts'
import { costOf } from '../wire/tokens.ts'
import type { Model, Usage } from './models.ts'

/** Longer than any answer may take. */
const HOLD_S = 900
/** With credit for a shorter answer than this one would rather be told. */
const SHORTEST_ANSWER = 100
/** The answer is there: its charge is worth waiting for, also while the shop is started again. */
const CHARGE_RETRY_MS = 10 * 60_000

export interface Metered {
  user: string
  /** Of the customer's API key; null on the page. */
  keyId: string | null
  model: Model
  /** Estimated tokens of the request. */
  input: number
  /** The longest answer that is wanted, in tokens. */
  output: number
}

export interface Charged {
  cost: number
  available: number
}

/** The credit of one request, held before the model is asked. One of `charge` and `release` is called, once. */
export interface Meter {
  /** The longest answer that is paid for, in tokens. */
  longest: number
  charge(usage: Usage): Promise<Charged>
  release(): Promise<void>
}

/**
 * Holds the most that the request can cost; where the credit is short, all of it, for a shorter answer. Throws
 * ShopError.
 */
export async function openMeter(
  { shop, log }: { shop: Shop; log: { error: (facts: object, message: string) => void } },
  { user, keyId, model, input, output }: Metered,
): Promise<Meter> {
  const id = randomUUID()
  const reason = `对话（${model.id}）`
  const hold = async (amount: number, key: string) =>
    shop.hold({ user, amount, reason, keyId, endsInS: HOLD_S }, key)
  const most = costOf(model, { input, cached: 0, output })
  let longest = output
  const { hold: held } = await hold(most, `${id}.hold`).catch((error: unknown) => {
    const rest =
      error instanceof ShopError && error.code === 'CREDIT_SHORT' && error.data['available']
    if (typeof rest !== 'number') throw error
    longest = affordable(model, rest, input)
    if (longest < Math.min(SHORTEST_ANSWER, output)) throw error
    return hold(rest, `${id}.rest`)
  })
  const ofUser = { user, id: held.id }
  /** Nobody owes for the last word of an answer that was cut to the credit. */
  const limit = longest < output ? held.amount : Infinity

  return {
    longest,
    async charge({ input: tokensIn, cached, output: tokensOut, reasoning }) {
      const used = { input: tokensIn, cached, output: tokensOut }
      const booking = {
        amount: Math.min(costOf(model, used), limit),
        usage: {
          model: model.id,
          ...{ input_tokens: tokensIn, cached_tokens: cached, output_tokens: tokensOut },
          ...(reasoning > 0 && { reasoning_tokens: reasoning }),
        },
        retryForMs: CHARGE_RETRY_MS,
      }
      const { charge, available } = await shop.capture(ofUser, booking, `${id}.charge`)
      return { cost: charge?.amount ?? 0, available }
    },
    async release() {
      await shop
        .release(ofUser, `${id}.release`)
        .catch((err: unknown) => log.error({ err, hold: held.id }, 'a hold was not released'))
    },
  }
}

/** The longest answer that so much credit pays for after the request itself; at most 0 when it pays for none. */
function affordable({ input, output }: Model, credit: number, tokens: number): number {
  return Math.floor((credit * 1_000_000 - tokens * input) / Math.max(output, 1))
}
