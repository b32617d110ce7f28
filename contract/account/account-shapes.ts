import * as z from 'zod/mini'
import { creditLot } from '../shapes.ts'

const time = z.iso.datetime()

/** A user's credit at a glance. */
export const credit = z.object({
  balance: z.int(),
  /** The part of it that open holds reserve. */
  held: z.int(),
  expiring: z.array(creditLot),
})

export const loginEvent = z.object({ at: time, ip: z.string(), device: z.string() })

/** A browser in which the user is logged in. */
export const device = z.object({
  id: z.string(),
  device: z.string(),
  ip: z.string(),
  createdAt: time,
  lastSeenAt: time,
  current: z.boolean(),
})
