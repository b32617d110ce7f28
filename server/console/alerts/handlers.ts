import type * as contract from '#contract/console/alerts.ts'
import { alertTitle } from '../../alerts/raise-alert.ts'
import { searchAlerts } from '../../operator/alerts/alerts-search.store.ts'
import { alertReason, alertSubject } from '../../operator/alerts/list-alerts.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'

const SHOWN_MS = 30 * 24 * 60 * 60_000
const MOST_SHOWN = 200

export function alertHandlers({ sql, now }: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    async listAlerts() {
      const since = new Date(now().getTime() - SHOWN_MS)
      const alerts = await searchAlerts(sql, { since, limit: MOST_SHOWN })
      return {
        alerts: alerts.map((alert) => ({
          kind: alert.kind,
          title: alertTitle(alert.kind),
          about: alertSubject(alert),
          orderNo: typeof alert.facts['orderNo'] === 'string' ? alert.facts['orderNo'] : null,
          reason: alertReason(alert) || null,
          times: alert.times,
          firstAt: alert.firstAt.toISOString(),
          lastAt: alert.lastAt.toISOString(),
        })),
      }
    },
  }
}
