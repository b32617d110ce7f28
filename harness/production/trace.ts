import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What a node imports to note its requests in the file REQUEST_TRACE, a line each. */
export const TRACE_REQUESTS = pathToFileURL(
  join(import.meta.dirname, '../preload/trace-requests.ts'),
).href
