import * as z from 'zod/mini'
import { apiKeyFields } from './api-key-fields.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'

/**
 * A customer's API keys, and the applications that may spend the customer's credit. The browser loads this file
 * late: a schema made at its start would make every page load it.
 */

const time = () => z.iso.datetime()

const customerKey = () =>
  z.object({
    id: z.string(),
    application: z.object({ id: z.string(), name: z.string() }),
    name: z.string(),
    /** The first characters of the key. */
    hint: z.string(),
    /** Credit a month; null: no limit. */
    monthlyLimit: z.nullable(z.int()),
    createdAt: time(),
    lastUsedAt: z.nullable(time()),
  })
export type CustomerKey = z.output<ReturnType<typeof customerKey>>

/** The keys that were not revoked, newest first. */
export const apiKeyList = endpoint({
  method: 'GET',
  path: '/clients/web/credit/keys',
  session: 'required',
  input: () => z.object({}),
  output: () => z.object({ list: z.array(customerKey()) }),
})

/** `key` is shown this once: only its hash is stored. */
export const createApiKey = endpoint({
  method: 'POST',
  path: '/clients/web/credit/keys/create',
  session: 'required',
  input: () => z.object(apiKeyFields()),
  output: () => z.object({ key: z.string(), apiKey: customerKey() }),
})

export const revokeApiKey = endpoint({
  method: 'POST',
  path: '/clients/web/credit/keys/revoke',
  session: 'required',
  input: () => z.object({ id }),
  output: () => z.null(),
})

/** The applications that may spend the user's credit: those of the operator's own, and those that the user allowed. */
export const applicationList = endpoint({
  method: 'GET',
  path: '/clients/web/credit/applications',
  session: 'required',
  input: () => z.object({}),
  output: () =>
    z.object({
      list: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Where the customer finds it; absent: nowhere that the shop knows. */
          url: z.optional(z.string()),
          /** Null: of the operator's own, which needs no grant. */
          grantedAt: z.nullable(time()),
        }),
      ),
    }),
})

/** Takes a grant back, and revokes the user's API keys for that application. */
export const revokeGrant = endpoint({
  method: 'POST',
  path: '/clients/web/credit/applications/revoke',
  session: 'required',
  input: () => z.object({ id }),
  output: () => z.null(),
})
