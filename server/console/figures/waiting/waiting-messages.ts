import { MOST_WAITING, waitingItem, type WaitingSource } from './waiting.ts'
import { findDeadMails, findFailingWebhooks } from './waiting.store.ts'

const RECENT_MS = 7 * 24 * 60 * 60_000

/** Mails that were given up in the last seven days. */
export const deadMails: WaitingSource = async ({ sql, now }) => {
  const since = new Date(now.getTime() - RECENT_MS)
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
export const failingWebhooks: WaitingSource = async ({ sql }) => {
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
