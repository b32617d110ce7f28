import { randomUUID } from 'node:crypto'
import type { Owner } from '../api/owners.ts'
import { ShopError } from '../shop/request-shop.ts'
import type { Shop } from '../shop/shop.ts'
import { costOf } from '../wire/tokens.ts'
import type { Entry, Journal } from './journal.ts'
import type { Model, Usage } from './models.ts'
import { type Charged, mayPass, type Settle } from './settle.ts'

/** Longer than any answer may take. */
const HOLD_S = 900
/** With credit for a shorter answer than this one would rather be told. */
const SHORTEST_ANSWER = 100

/** By user: of answers that are dearer than their holds each is booked when the one before is charged. */
const overHolds = new Map<string, Promise<void>>()

export interface MeterDeps {
  shop: Shop
  journal: Journal
  settle: Settle
}

export interface Metered extends Owner {
  model: Model
  /** Estimated tokens of the request. */
  input: number
  /** The longest answer that is wanted, in tokens. */
  output: number
}

/** The credit of one request, held before the model is asked. `settle` is called, once. */
export interface Meter {
  /** The longest answer that is paid for, in tokens. */
  longest: number
  /** What the answer cost is sure to be charged, also by the next process, once this resolves. */
  book(usage: Usage): Promise<void>
  /** Charges what was booked, or gives the credit back. Null: nothing was charged, or the shop is late. */
  settle(): Promise<Charged | null>
}

/**
 * Holds the most that the request can cost; where the credit is short, all of it, for a shorter answer. Throws
 * ShopError.
 */
export async function openMeter(
  { shop, journal, settle }: MeterDeps,
  { user, keyId, model, input, output }: Metered,
): Promise<Meter> {
  const most = costOf(model, { input, cached: 0, output })
  const spending = { user, reason: `对话（${model.id}）`, keyId, endsInS: HOLD_S }
  const id = randomUUID()
  let entry: Entry
  let longest = output

  async function hold(amount: number, step: Entry['step']) {
    entry = { id, spending: { ...spending, amount }, step, holdId: null, booking: null }
    journal.write(entry)
    const answer = await shop.hold(entry.spending, `${id}.${step}`)
    entry = { ...entry, holdId: answer.hold.id }
    journal.write(entry)
    return answer
  }

  async function holdSome() {
    try {
      return await hold(most, 'hold')
    } catch (error) {
      const rest =
        error instanceof ShopError && error.code === 'CREDIT_SHORT' && error.data['available']
      if (typeof rest !== 'number') throw error
      longest = affordable(model, rest, input)
      if (longest < Math.min(SHORTEST_ANSWER, output)) throw error
      return hold(rest, 'rest')
    }
  }

  const { hold: held } = await holdSome().catch((error: unknown) => {
    // a hold without an answer may be there
    if (mayPass(error)) void settle(entry)
    else journal.remove(id)
    throw error
  })
  const settled = Promise.withResolvers<void>()
  /** Nobody owes for an answer: of one that is dearer than what was held, as much as there is now. */
  async function boundCost(cost: number): Promise<number> {
    if (cost <= held.amount) return cost
    const before = overHolds.get(user)
    overHolds.set(user, settled.promise)
    await before
    const credit = await shop.readCredit(user).catch(() => null)
    return Math.min(cost, held.amount + Math.max(0, credit?.available ?? 0))
  }

  async function settleBooked(): Promise<Charged | null> {
    const charged = await settle(entry)
    settled.resolve()
    if (overHolds.get(user) === settled.promise) overHolds.delete(user)
    return charged
  }

  return {
    longest,
    async book({ input: tokensIn, cached, output: tokensOut, reasoning }) {
      const used = { input: tokensIn, cached, output: tokensOut }
      const booking = {
        amount: await boundCost(costOf(model, used)),
        usage: {
          model: model.id,
          ...{ input_tokens: tokensIn, cached_tokens: cached, output_tokens: tokensOut },
          ...(reasoning > 0 && { reasoning_tokens: reasoning }),
        },
      }
      entry = { ...entry, booking }
      return journal.store(entry)
    },
    settle: settleBooked,
  }
}

/** The longest answer that so much credit pays for after the request itself; at most 0 when it pays for none. */
function affordable({ input, output }: Model, credit: number, tokens: number): number {
  return Math.floor((credit * 1_000_000 - tokens * input) / Math.max(output, 1))
}
