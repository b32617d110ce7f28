import { MOST_WAITING, waitingItem, type WaitingSource } from './waiting.ts'
import { findDeadMails } from './waiting.store.ts'

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
