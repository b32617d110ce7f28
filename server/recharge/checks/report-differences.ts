import { alertOperator } from '../../alerts/raise-alert.ts'
import type { Deps } from '../../deps.ts'
import { dayText } from '../../lib/local-time.ts'
import { diffProvider } from './diff-provider.ts'
import { listWrongStocks } from './plan-stocks.store.ts'

const WINDOW = { hours: 48 }

/** Compares our books with the provider's and alerts the operator to differences. */
export async function reportProviderDifferences(deps: Deps): Promise<void> {
  const { differences, intents, orders } = await diffProvider(deps, WINDOW)
  const [first] = differences
  if (!first) return
  const { kind, intentId, orderNo } = first
  const facts = { differences: differences.length, intents, orders, first: kind, intentId, orderNo }
  const subject = dayText(deps.now(), deps.content.site.timeZone)
  await alertOperator(deps, { kind: 'provider_differs', subject, facts })
}

/** Compares the counters of limited plans with their orders and alerts the operator to differences. */
export async function reportWrongStocks(deps: Deps): Promise<void> {
  const [first, ...others] = await listWrongStocks(deps.sql)
  if (!first) return
  const facts = { faults: 1 + others.length, planId: first.planId }
  const subject = dayText(deps.now(), deps.content.site.timeZone)
  await alertOperator(deps, { kind: 'stock_differs', subject, facts })
}
