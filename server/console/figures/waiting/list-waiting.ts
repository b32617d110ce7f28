import type { WaitingItem } from '#contract/console/figures/figures.ts'
import { exceptions, openDisputes, stuckPayments, waitingSignatures } from './waiting-orders.ts'
import { requestedRefunds } from './waiting-refunds.ts'
import { MOST_WAITING, type WaitingContext, waitingItem, type WaitingSource } from './waiting.ts'
import {
  findAlerts,
  findDeadMails,
  findFailingWebhooks,
  findOpenInvoices,
} from './waiting.store.ts'
import { alertTitle } from '../../../alerts/raise-alert.ts'

const ALERTED_MS = 3 * 24 * 60 * 60_000
/** They have lines of their own, which end when the thing is done. */
const SHOWN_ELSEWHERE = ['order_exception', 'dispute_opened', 'mail_dead']

/** Alerts of the last three days. Nobody marks one as done: it leaves the page when it does not happen again. */
const waitingAlerts: WaitingSource = async ({ sql, now }) => {
  const { count, since, kind } = await findAlerts(sql, {
    since: new Date(now.getTime() - ALERTED_MS),
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

/** Invoices that customers have asked for. */
const requestedInvoices: WaitingSource = async ({ sql }) => {
  const { count, since } = await findOpenInvoices(sql, 'requested', MOST_WAITING + 1)
  return waitingItem({
    ...{ name: 'invoices', urgency: 'wait', title: '发票待开', count, since },
    ...{ href: '/invoices?open=1&state=requested', action: '去开票' },
  })
}

/** Issued invoices whose orders were refunded, or lost to a dispute, afterwards. */
const dueReversals: WaitingSource = async ({ sql }) => {
  const { count, since } = await findOpenInvoices(sql, 'reversal_due', MOST_WAITING + 1)
  return waitingItem({
    ...{ name: 'invoice-reversals', urgency: 'wait', title: '发票需红冲', count, since },
    ...{
      detail: '开票后有退款或争议败诉',
      href: '/invoices?open=1&state=reversal_due',
      action: '去红冲',
    },
  })
}

const GIVEN_UP_MS = 7 * 24 * 60 * 60_000

/** Mails that were given up in the last seven days. */
const deadMails: WaitingSource = async ({ sql, now }) => {
  const since = new Date(now.getTime() - GIVEN_UP_MS)
  const dead = await findDeadMails(sql, { since, most: MOST_WAITING + 1 })
  return waitingItem({
    name: 'dead-mails',
    urgency: 'quiet',
    title: '邮件没有送达',
    detail: '重试之后放弃了',
    ...dead,
    href: '/mails?state=dead',
    action: '换个办法',
  })
}

/** One refusal may be a restart of the receiver. */
const TRIES = 3

/** Applications that do not accept messages. */
const failingWebhooks: WaitingSource = async ({ sql }) => {
  const { count, since, name, messages } = await findFailingWebhooks(sql, {
    tries: TRIES,
    most: MOST_WAITING + 1,
  })
  return waitingItem({
    name: 'webhooks',
    urgency: 'wait',
    title: '应用的回调连续失败',
    detail: name === null ? '' : `${name}\u00a0· ${messages} 条没有送达，会自动重试`,
    count,
    since,
    href: '/applications',
    action: '看应用',
  })
}

/** What may wait for a person, the most urgent first. One more: its function in a file of its own, and a line here. */
const SOURCES: readonly WaitingSource[] = [
  openDisputes,
  stuckPayments,
  waitingAlerts,
  exceptions,
  waitingSignatures,
  requestedRefunds,
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
