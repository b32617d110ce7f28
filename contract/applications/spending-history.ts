import * as z from 'zod/mini'
import { hold } from './application-shapes.ts'

/** What applications may do with a user's credit and have done, as the user's export contains it. */

const time = z.iso.datetime()
const application = z.object({ id: z.string(), name: z.string() })

export const spendingHistory = {
  apiKeys: z.array(
    z.object({
      id: z.string(),
      application,
      name: z.string(),
      /** The first characters of the key. */
      hint: z.string(),
      /** Credit a month; null: no limit. */
      monthlyLimit: z.nullable(z.int()),
      createdAt: time,
      lastUsedAt: z.nullable(time),
      revokedAt: z.nullable(time),
    }),
  ),
  grants: z.array(
    z.object({
      application,
      /** What the user agreed to, in the words of OpenID Connect. */
      scopes: z.array(z.string()),
      grantedAt: time,
      revokedAt: z.nullable(time),
    }),
  ),
  /** Applications that the user is signed on to. */
  signOns: z.array(z.object({ application, signedOnAt: time })),
  /** Newest first. `apiKeyId` null: without an API key. */
  holds: z.array(
    z.object({
      id: z.string(),
      application,
      apiKeyId: z.nullable(z.string()),
      state: hold.shape.state,
      amount: z.int(),
      captured: z.int(),
      reason: z.string(),
      createdAt: time,
      expiresAt: time,
    }),
  ),
  /** Newest first. `holdId` null: charged without a hold. */
  charges: z.array(
    z.object({
      id: z.string(),
      application,
      apiKeyId: z.nullable(z.string()),
      holdId: z.nullable(z.string()),
      amount: z.int(),
      /** The part that no credit could pay. */
      owed: z.int(),
      /** The part that was given back since. */
      reversed: z.int(),
      reason: z.string(),
      usage: z.nullable(z.record(z.string(), z.union([z.number(), z.string()]))),
      createdAt: time,
    }),
  ),
}

const shape = z.object(spendingHistory)
export type SpendingHistory = z.output<typeof shape>
