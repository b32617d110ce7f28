import { alertOperator } from '../../alerts/raise-alert.ts'
import type { Deps } from '../../deps.ts'
import { dayText } from '../../lib/local-time.ts'
import { listWrongStocks } from './plan-stocks.store.ts'

/** Compares the counters of limited plans with their orders and alerts the operator to differences. */
export async function reportWrongStocks(deps: Deps): Promise<void> {
  const [first, ...others] = await listWrongStocks(deps.sql)
  if (!first) return
  const facts = { faults: 1 + others.length, planId: first.planId }
  const subject = dayText(deps.now(), deps.content.site.timeZone)
  await alertOperator(deps, { kind: 'stock_differs', subject, facts })
}
