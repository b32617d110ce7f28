import { setTimeout as pause } from 'node:timers/promises'
import { ShopError } from '../shop/request-shop.ts'
import type { Shop } from '../shop/shop.ts'
import type { Entry, Journal } from './journal.ts'

/** A request waits no longer for its end; the shop is asked until it has answered. */
const PATIENCE_MS = 5_000
/** Between two tries while the shop is away. */
const PAUSE_MS = 5_000
/** A wrong key of this site's is the operator's to mend. */
const UNAUTHENTICATED = 401

export interface Charged {
  cost: number
  available: number
}

/** Never throws. Null: nothing was charged, or the shop is late. */
export type Settle = (entry: Entry) => Promise<Charged | null>

interface Options {
  shop: Shop
  journal: Journal
  log: { error: (facts: object, message: string) => void }
  pauseMs?: number
}

/** Ends the holds of requests, each once: its keys are made of its id, for every try and process. */
export function createSettlements({ shop, journal, log, pauseMs = PAUSE_MS }: Options) {
  const stop = new AbortController()

  async function settleOnce({ id, spending, step, holdId, booking }: Entry) {
    const { user } = spending
    // the hold whose answer did not come, found by its key
    const hold = { user, id: holdId ?? (await shop.hold(spending, `${id}.${step}`)).hold.id }
    if (booking === null) {
      await shop.release(hold, `${id}.release`)
      return null
    }
    const { charge, available } = await shop.capture(hold, booking, `${id}.charge`)
    return { cost: charge?.amount ?? 0, available }
  }

  async function settleAtLast(entry: Entry): Promise<Charged | null> {
    let isLate = false
    while (!stop.signal.aborted) {
      try {
        const charged = await settleOnce(entry)
        journal.remove(entry.id)
        return charged
      } catch (err) {
        if (!mayPass(err)) {
          journal.remove(entry.id)
          // a hold that has ended, or never was, needs no release
          if (entry.booking !== null) log.error({ err, entry }, 'an answer was not charged')
          return null
        }
        if (!isLate) log.error({ err, entry }, 'a chat is settled once the shop answers')
        isLate = true
        await pause(pauseMs, null, { signal: stop.signal }).catch(() => null)
      }
    }
    return null
  }

  const settle: Settle = (entry) =>
    Promise.race([settleAtLast(entry), pause(PATIENCE_MS, null, { ref: false })])

  return {
    settle,
    /** What an earlier process left. */
    resume(): void {
      for (const entry of journal.listLeft()) void settleAtLast(entry)
    },
    /** What is not settled stays in the journal. */
    close(): Promise<void> {
      stop.abort()
      return journal.close()
    },
  }
}

/** Whether a later try may succeed. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof ShopError)) return true
  const { status } = error
  return status === 0 || status === UNAUTHENTICATED || status === 429 || status >= 500
}
