import * as z from 'zod/mini'

/** What the calls of applications answer with. Times are ISO 8601 UTC, credit is whole numbers. */

const time = z.iso.datetime()
const credit = z.int()
const count = z.int().check(z.gte(0))

/** The account after the call; `available` is the balance less what holds reserve, and may be below 0. */
export const balances = { balance: credit, held: count, available: credit }

/** The same after a call that spends. Null once the user took the grant back: work is still booked, but no balance shown. */
export const balancesAfter = {
  balance: z.nullable(credit),
  held: z.nullable(count),
  available: z.nullable(credit),
}

export const hold = z.object({
  id: z.string(),
  state: z.enum(['open', 'captured', 'released', 'expired']),
  amount: count,
  captured: count,
  reason: z.string(),
  keyId: z.optional(z.string()),
  createdAt: time,
  expiresAt: time,
})

export const charge = z.object({
  id: z.string(),
  user: z.string(),
  amount: count,
  /** The part that no credit could pay: the user owes it. */
  owed: count,
  /** The part that was given back since. */
  reversed: count,
  reason: z.string(),
  usage: z.optional(z.record(z.string(), z.union([z.number(), z.string()]))),
  holdId: z.optional(z.string()),
  keyId: z.optional(z.string()),
  createdAt: time,
})

export const reversal = z.object({
  id: z.string(),
  amount: count,
  reason: z.string(),
  createdAt: time,
})

/** `next` is the cursor of the next page; null on the last one. */
export const chargePage = z.object({ list: z.array(charge), next: z.nullable(z.string()) })

export const statement = z.object({
  day: z.string(),
  timeZone: z.string(),
  /** False while the day can still get charges. */
  isFinal: z.boolean(),
  charges: z.object({ count, total: count }),
  reversals: z.object({ count, total: count }),
  /** Hexadecimal, over a line for each charge and reversal: `docs/integrate.md`. */
  sha256: z.string(),
})
