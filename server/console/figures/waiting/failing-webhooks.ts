import { MOST_WAITING, waitingItem, type WaitingSource } from './waiting.ts'
import { findFailingWebhooks } from './waiting.store.ts'

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
