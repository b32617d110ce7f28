import type { Deps } from '../../deps.ts'
import { dayText } from '../../local-time.ts'
import { callOperator } from '../../alerts/raise-alert.ts'
import { diffProvider } from './diff-provider.ts'
import { proveLedger } from '../../credit/prove-ledger.ts'

const WINDOW = { hours: 48 }

/** Calls the operator when the provider's books and ours differ. */
export async function compareBooks(deps: Deps): Promise<void> {
  const { differences, intents, orders } = await diffProvider(deps, WINDOW)
  const [first] = differences
  if (!first) return
  const { kind, intentId, orderNo } = first
  const facts = { differences: differences.length, intents, orders, first: kind, intentId, orderNo }
  await callOperator(deps, { kind: 'provider_differs', subject: today(deps), facts })
}

/** Calls the operator when the credit ledger does not add up. */
export async function proveBooks(deps: Deps, stop?: AbortSignal): Promise<void> {
  const { faults, accounts, unread } = await proveLedger(deps, stop)
  const [first] = faults
  if (first) {
    const { rule, userId } = first
    const facts = { faults: faults.length, accounts, first: rule, userId }
    await callOperator(deps, { kind: 'ledger_not_proven', subject: today(deps), facts })
  }
  const [missed] = unread
  if (!missed) return
  throw new Error(
    `the books of ${unread.length} users could not be read, the first of ${missed.userId}: ${missed.reason}`,
  )
}

/** By the shop's clock, as the checks themselves. */
function today({ now, content }: Deps): string {
  return dayText(now(), content.site.timeZone)
}
