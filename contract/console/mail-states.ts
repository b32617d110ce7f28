/** States of a mail in the outbox. The content of a sent mail is not kept. */
export const MAIL_STATES = ['waiting', 'done', 'dead'] as const
export type MailState = (typeof MAIL_STATES)[number]

export const MAIL_STATE_LABELS: Readonly<Record<MailState, string>> = {
  waiting: '待发送',
  done: '已发送',
  dead: '已放弃',
}
