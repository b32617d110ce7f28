import type { Deps } from '../../deps.ts'
import { sweepAll } from '../../jobs/sweep.ts'
import { deleteOldAlerts } from '../../alerts/alerts.store.ts'
import { deleteOldMessages } from '../../alerts/pushes/messages.store.ts'
import { deleteOldEvents } from '../payments/provider-events.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The provider sends an event again for some days, and lists it for 30. */
export const EVENTS_KEPT_DAYS = 90
export const ALERTS_KEPT_DAYS = 400
const PUSHES_KEPT_DAYS = 90

/** Deletes old provider events and alerts; the books are never deleted. */
export function sweepRecords(
  { sql, now, log }: Pick<Deps, 'sql' | 'now' | 'log'>,
  stop: AbortSignal,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS)
  return sweepAll(
    {
      provider_events: () => deleteOldEvents(sql, daysAgo(EVENTS_KEPT_DAYS)),
      push_messages: () => deleteOldMessages(sql, daysAgo(PUSHES_KEPT_DAYS)),
      alerts: () => deleteOldAlerts(sql, daysAgo(ALERTS_KEPT_DAYS)),
    },
    { log, stop },
  )
}
