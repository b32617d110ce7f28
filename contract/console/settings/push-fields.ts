/**
 * Where operators are told of what waits: by mail, or by a webhook whose message has the form of one of these.
 * A channel of Telegram may be left from an earlier version; whatever is sent there fails until it is removed.
 */
export const PUSH_KINDS = ['mail', 'wecom', 'dingtalk', 'feishu', 'telegram'] as const
export type PushKind = (typeof PUSH_KINDS)[number]

export const PUSH_KIND_LABELS: Readonly<Record<PushKind, string>> = {
  mail: '邮件',
  wecom: '企业微信',
  dingtalk: '钉钉',
  feishu: '飞书',
  telegram: 'Telegram',
}

/** What a channel may be told of. */
export const PUSH_TOPICS = [
  'orders',
  'invoices',
  'disputes',
  'books',
  'signatures',
  'mails',
  'webhooks',
  'system',
] as const
export type PushTopic = (typeof PUSH_TOPICS)[number]

export const PUSH_TOPIC_LABELS: Readonly<Record<PushTopic, string>> = {
  orders: '订单与付款',
  invoices: '发票',
  disputes: '争议',
  books: '账目',
  signatures: '待签字',
  mails: '邮件',
  webhooks: '应用消息',
  system: '运行',
}
