import type * as contract from '#contract/console/alerts.ts'
import { alertTitle } from '../../alerts/raise-alert.ts'
import { withCustomPlans } from '../../db/reads.ts'
import type { ConsoleDeps } from '../deps.ts'
import { pageOf } from '../page-of.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { type AlertCursor, type ListedAlert, listAlertPage } from './alerts.store.ts'

const SHOWN_MS = 30 * 24 * 60 * 60_000

export function alertHandlers({ sql, now }: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    async listAlerts({ input: { before, limit } }) {
      const page = {
        since: new Date(now().getTime() - SHOWN_MS),
        before: before === undefined ? null : toCursor(before),
        limit: limit + 1,
      }
      const rows = await withCustomPlans(sql, (tx) => listAlertPage(tx, page))
      const { shown, next } = pageOf(
        rows,
        limit,
        ({ micros, kind, subject }) => `${micros}.${kind}.${subject}`,
      )
      return {
        alerts: shown.map((alert) => ({
          kind: alert.kind,
          title: alertTitle(alert.kind),
          about: alertSubject(alert),
          orderNo: typeof alert.facts['orderNo'] === 'string' ? alert.facts['orderNo'] : null,
          reason: alertReason(alert),
          times: alert.times,
          firstAt: alert.firstAt.toISOString(),
          lastAt: alert.lastAt.toISOString(),
        })),
        next,
      }
    },
  }
}

function alertReason({ facts }: ListedAlert): string | null {
  const { reason } = facts
  return typeof reason === 'string' && reason !== '' ? reason : null
}

/** An order by its number, a timed job by its name. */
function alertSubject({ subject, facts: { orderNo, job } }: ListedAlert): string {
  if (typeof orderNo === 'string') return orderNo
  return typeof job === 'string' ? job : subject
}

/** The contract has checked its form. */
function toCursor(text: string): AlertCursor {
  const [micros = '', kind = '', ...subject] = text.split('.')
  return { micros, kind, subject: subject.join('.') }
}
