import { alertOperator } from '../../alerts/raise-alert.ts'
import type { Deps } from '../../deps.ts'
import { dayText } from '../../lib/local-time.ts'
import { diffProvider } from './diff-provider.ts'

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
