import type { MailState } from '#contract/console/mail-states.ts'
import type { Query } from '../../db/sql.ts'

export interface KeyedMail {
  id: string
  /** Names the occasion. */
  key: string
  state: MailState
  attempts: number
  createdAt: Date
  finishedAt: Date | null
  lastError: string | null
}

/** The mails of these occasions that the outbox still has, oldest first. */
export function listMailsByKeys(sql: Query, keys: readonly string[]): Promise<KeyedMail[]> {
  return sql<KeyedMail>`
    select id, dedupe_key as key, state, attempts, created_at as "createdAt",
      finished_at as "finishedAt", last_error as "lastError"
    from jobs where kind = 'mail' and dedupe_key = any(${keys}) order by id`
}

export interface AppliedEvent {
  id: string
  type: string
  createdAt: Date
  appliedAt: Date
}

/** The provider's events that were applied to the order, oldest first. */
export function listEventsOf(sql: Query, orderId: string): Promise<AppliedEvent[]> {
  return sql<AppliedEvent>`
    select id, type, created_at as "createdAt", applied_at as "appliedAt"
    from provider_events where order_id = ${orderId} order by applied_at, id`
}
