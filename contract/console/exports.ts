import * as z from 'zod/mini'
import { consoleCall } from './console-call.ts'

/** The lists that can be downloaded as CSV files. */
export const EXPORTED_LISTS = [
  'orders',
  'invoices',
  'users',
  'ledger',
  'credit',
  'mails',
  'events',
  'audit',
  'day',
] as const
export type ExportedListName = (typeof EXPORTED_LISTS)[number]

/** A file has as many rows at most: a larger one is refused, none is cut. */
export const MOST_EXPORTED_ROWS = 1_000_000

/** The filter of the list's own call, without its page. */
const filter = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)))

/**
 * Counts the rows and answers with a ticket for the file: good for this session, this filter, one download and one
 * minute. Answers EXPORT_TOO_LARGE, VALIDATION for a filter that the list does not have, and OVERLOADED while
 * others are under way.
 */
export const prepareExport = consoleCall({
  method: 'POST',
  path: '/api/console/exports',
  access: 'export',
  needsConfirmation: true,
  input: () => z.object({ list: z.enum(EXPORTED_LISTS), filter }),
  output: () => z.object({ ticket: z.string(), rows: z.int() }),
})

/**
 * The file, for a browser's download: UTF-8 with a byte order mark, RFC 4180. `filter` is the JSON that was prepared.
 * Written to the audit log before its first byte and after its last one. When it cannot be completed the connection
 * is cut, so that the browser shows a failed download.
 */
export const downloadExport = consoleCall({
  method: 'GET',
  path: '/api/console/exports/file',
  access: 'export',
  input: () =>
    z.object({
      list: z.enum(EXPORTED_LISTS),
      filter: z.string().check(z.maxLength(20_000)),
      ticket: z.string().check(z.maxLength(500)),
    }),
  output: () => z.null(),
})
