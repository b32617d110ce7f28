import { alertOperator } from '../../alerts/raise-alert.ts'
import type { Deps } from '../../deps.ts'
import { dayText } from '../../lib/local-time.ts'
import type { ListDueGrants } from './prove-accounts.ts'
import { proveLedger } from './prove-ledger.ts'

/** Proves the ledger and alerts the operator to faults. Throws when a user's books could not be read. */
export async function reportLedgerFaults(
  deps: Deps,
  listDueGrants: ListDueGrants,
  stop?: AbortSignal,
): Promise<void> {
  const { faults, accounts, unread } = await proveLedger(deps, listDueGrants, { stop })
  const [first] = faults
  if (first) {
    const { rule, userId } = first
    const facts = { faults: faults.length, accounts, first: rule, userId }
    const subject = dayText(deps.now(), deps.content.site.timeZone)
    await alertOperator(deps, { kind: 'ledger_not_proven', subject, facts })
  }
  const [missed] = unread
  if (!missed) return
  throw new Error(
    `the books of ${unread.length} users could not be read, the first of ${missed.userId}: ${missed.reason}`,
  )
}
