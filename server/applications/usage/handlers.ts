import type * as contract from '#contract/credit/usage.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/serve.ts'
import { listRecords } from './list-records.ts'
import { summarizeUsage } from './summarize-usage.ts'
import { sendUsageCsv } from './write-csv.ts'

/** Binds each call about usage to its use case. Keep it a table: no logic here. */
export function usageHandlers(deps: Deps): Handlers<typeof contract> {
  return {
    usageSummary: ({ input, session }) => summarizeUsage(deps, session.userId, input),
    usageRecords: ({ input, session }) => listRecords(deps, session.userId, input),
    usageCsv: ({ input, session, reply }) => sendUsageCsv(deps, session.userId, input, reply),
  }
}
