import type { WaitingItem } from '#contract/console/figures/figures.ts'
import { waitingAlerts } from './alerts.ts'
import { deadMails, failingWebhooks } from './waiting-messages.ts'
import { openDisputes, exceptions, waitingSignatures, stuckPayments } from './waiting-orders.ts'
import { dueReversals, requestedInvoices } from './waiting-invoices.ts'
import type { WaitingContext, WaitingSource } from './waiting.ts'

/** What may wait for a person, the most urgent first. One more: its function in a file of its own, and a line here. */
const SOURCES: readonly WaitingSource[] = [
  openDisputes,
  stuckPayments,
  waitingAlerts,
  exceptions,
  waitingSignatures,
  dueReversals,
  requestedInvoices,
  failingWebhooks,
  deadMails,
]

const RANK: Record<WaitingItem['urgency'], number> = { bad: 0, wait: 1, quiet: 2 }

export async function listWaiting(context: WaitingContext): Promise<WaitingItem[]> {
  const items: WaitingItem[] = []
  for (const source of SOURCES) {
    const item = await source(context)
    if (item !== null) items.push(item)
  }
  return items.toSorted((a, b) => RANK[a.urgency] - RANK[b.urgency])
}
