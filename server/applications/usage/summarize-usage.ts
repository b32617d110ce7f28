import type { OutputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/credit/usage.ts'
import { readBalance } from '../../credit/ledger.store.ts'
import { listSpenders, listUsageDays } from '../../credit/spending/usage-days.store.ts'
import { countOpenHolds } from '../../credit/spending/usage-records.store.ts'
import type { Deps } from '../../deps.ts'
import { listAllKeys } from '../keys/api-keys.store.ts'
import { listApplicationNames } from '../keys/applications.store.ts'
import { toSpendingFilter } from './filter.ts'

/** The daily sums that the filter asks for, the filter's choices and the customer's credit. */
export async function summarizeUsage(
  deps: Pick<Deps, 'sql' | 'now' | 'content'>,
  userId: string,
  asked: contract.UsageFilter,
): Promise<OutputOf<typeof contract.usageSummary>> {
  const { sql } = deps
  const filter = toSpendingFilter(deps, userId, asked)
  const [days, spenders, { balance, held }, openHolds, names, keys] = await Promise.all([
    listUsageDays(sql, filter),
    listSpenders(sql, userId),
    readBalance(sql, userId),
    countOpenHolds(sql, userId),
    listApplicationNames(sql),
    listAllKeys(sql, userId),
  ])
  const applications = spenders.map((id) => ({ id, name: names.get(id) ?? '' }))
  return {
    first: filter.first,
    last: filter.last,
    days,
    applications: applications.toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN')),
    keys,
    credit: {
      ...{ balance, held, openHolds },
      available: balance - held,
      debt: Math.max(0, -balance),
    },
  }
}
