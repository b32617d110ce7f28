import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { queryInteger } from '../fields.ts'
import { creditEntry, creditEntryType, pageOf } from '../shapes.ts'

/** The user's ledger entries, newest first. */
export const creditEntries = endpoint({
  method: 'GET',
  path: '/clients/web/recharge/credit/entries',
  session: 'required',
  input: () =>
    z.object({
      page: z._default(queryInteger(1, 1_000_000), 1),
      pageSize: z._default(queryInteger(1, 100), 20),
      type: z.optional(creditEntryType),
    }),
  output: () => pageOf(creditEntry),
})
