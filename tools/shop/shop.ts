import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { RequestShop } from './request-shop.ts'

/** A user sees an error rather than waits longer. */
const RETRY_MS = 4_000
/** Work is done: the charge is worth waiting for. */
const CAPTURE_RETRY_MS = 20_000
/** Pages are shown without credit rather than late. */
const PAGE_TIMEOUT_MS = 1_500

const credit = z.object({ available: z.int(), held: z.int() })
const heldCredit = z.object({
  hold: z.object({ id: z.string(), state: z.string(), amount: z.int() }),
  available: z.int(),
})
const bookedCharge = z.object({
  charge: z.nullable(z.object({ id: z.string(), amount: z.int() })),
  available: z.int(),
})
const keyOwner = z.object({
  active: z.boolean(),
  user: z.optional(z.string()),
  keyId: z.optional(z.string()),
})

export interface Spending {
  user: string
  amount: number
  reason: string
  /** Of the customer's API key. */
  keyId: string | null
  /** Seconds after which a hold ends that nobody has ended. */
  endsInS: number
}

export interface Booking {
  amount: number
  usage: Record<string, string | number>
}

/** What this site asks of the shop. Each throws ShopError. */
export interface Shop {
  readCredit(user: string): Promise<{ available: number; held: number }>
  hold(spending: Spending, key: string): Promise<z.output<typeof heldCredit>>
  capture(
    hold: { user: string; id: string },
    booking: Booking,
    key: string,
  ): Promise<z.output<typeof bookedCharge>>
  release(hold: { user: string; id: string }, key: string): Promise<{ available: number }>
  /** Null: the key does not work here. */
  findKeyOwner(key: string): Promise<{ user: string; keyId: string } | null>
}

export function createShop(request: RequestShop): Shop {
  return {
    async readCredit(user) {
      const path = `users/${user}/credit`
      return credit.parse(await request({ path, retryForMs: 0, timeoutMs: PAGE_TIMEOUT_MS }))
    },
    async hold({ user, amount, reason, keyId, endsInS }, key) {
      const path = `users/${user}/holds`
      const body = { amount, reason, expiresIn: endsInS, ...(keyId !== null && { key: keyId }) }
      return heldCredit.parse(await request({ path, body, key, retryForMs: RETRY_MS }))
    },
    async capture({ user, id }, body, key) {
      const path = `users/${user}/holds/${id}/capture`
      const call = { path, body, key, retryForMs: CAPTURE_RETRY_MS }
      return bookedCharge.parse(await request(call))
    },
    async release({ user, id }, key) {
      const path = `users/${user}/holds/${id}/release`
      return credit.parse(await request({ path, body: {}, key, retryForMs: RETRY_MS }))
    },
    async findKeyOwner(key) {
      const call = { path: 'keys/introspect', body: { key }, key: randomUUID() }
      // not again: whoever sends many wrong keys would have it asked many times more
      const owner = keyOwner.parse(await request({ ...call, retryForMs: 0 }))
      const { active, user, keyId } = owner
      return active && user !== undefined && keyId !== undefined ? { user, keyId } : null
    },
  }
}
