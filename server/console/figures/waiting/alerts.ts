import { alertTitle } from '../../../alerts/raise-alert.ts'
import { MOST_WAITING, waitingItem, type WaitingSource } from './waiting.ts'
import { findAlerts } from './waiting.store.ts'

const RECENT_MS = 3 * 24 * 60 * 60_000
/** They have lines of their own, which end when the thing is done. */
const SHOWN_ELSEWHERE = ['order_exception', 'dispute_opened', 'mail_dead']

/** Alerts of the last three days. Nobody marks one as done: it leaves the page when it does not happen again. */
export const waitingAlerts: WaitingSource = async ({ sql, now }) => {
  const { count, since, kind } = await findAlerts(sql, {
    since: new Date(now.getTime() - RECENT_MS),
    without: SHOWN_ELSEWHERE,
    most: MOST_WAITING + 1,
  })
  return waitingItem({
    name: 'alerts',
    urgency: 'bad',
    title: '运营提醒',
    detail: kind === null ? '' : `最近：${alertTitle(kind)}`,
    count,
    since,
    href: '/alerts',
    action: '看提醒',
  })
}
