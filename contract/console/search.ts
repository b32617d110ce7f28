import * as z from 'zod/mini'
import { consoleCall } from './console-call.ts'
import { reference } from './list-fields.ts'

const hit = z.object({
  kind: z.enum([
    'order',
    'user',
    'mail',
    'event',
    'charge',
    'application',
    'invoice',
    // lists of what belongs to a user, whose id they bear
    'orders',
    'ledger',
    'mails',
  ]),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** The page of the console. */
  address: z.string(),
})
export type SearchHit = z.output<typeof hit>

/**
 * Finds whatever was pasted: an order number or id, an id of the provider (`pi_`, `re_`, `evt_`, of a dispute), an
 * e-mail or a user's id (each with links to orders, ledger and mails of the user), a part of an e-mail or nickname, the
 * last four digits of a card (`4242`, `•• 4242`), the beginning of the subject of a mail that is not sent yet, a charge's
 * id, an application's id or part of its name, the id or number of an invoice, the tax number that it is made out to. At
 * most eight hits.
 */
export const searchConsole = consoleCall({
  method: 'GET',
  path: '/api/console/search',
  access: 'read',
  input: () => z.object({ q: reference('要找的内容') }),
  output: () => z.object({ hits: z.array(hit) }),
})
