import { AUDIT_CHANNELS, AUDIT_OUTCOMES } from '#contract/console/audit-entry.ts'
import type { Query } from '#web/lib/query.ts'

/** The filters of the audit, as the address holds them. */
const FILTERS = ['operator', 'command', 'subject', 'channel', 'outcome'] as const
type Filter = (typeof FILTERS)[number]
export type AuditFilter = Partial<Record<Filter, string>>

/** The filters that an address names. */
export function readAuditFilter(query: Query): AuditFilter {
  const named = FILTERS.map((name) => [name, query[name] ?? ''])
  return Object.fromEntries(named.filter(([, value]) => value !== ''))
}

/** The input of the call: words that are no channel or outcome are left out. */
export function auditInput(query: Query, limit?: number) {
  const { channel, outcome, ...texts } = readAuditFilter(query)
  const { before } = query
  return {
    ...texts,
    channel: AUDIT_CHANNELS.find((each) => each === channel),
    outcome: AUDIT_OUTCOMES.find((each) => each === outcome),
    before: before === '' ? undefined : before,
    ...(limit !== undefined && { limit }),
  }
}
