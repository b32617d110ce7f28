import type { PushTopic } from '#contract/console/settings/push-fields.ts'
import type { Deps } from '../deps.ts'
import { afterCommit, type Query } from '../db/sql.ts'
import { UndeliverableMail } from '../gateways/mail/mailer.ts'
import type { FailingJob } from '../jobs/timed.ts'
import type { DeadJob } from '../jobs/worker.ts'
import { dayText } from '../lib/local-time.ts'
import { renderLetter } from '../mail/letter.ts'
import { queueMail } from '../mail/outbox.ts'
import { countAlert } from './alerts.store.ts'
import { queuePush } from './pushes/queue-push.ts'

interface AlertKind {
  /** Which channels are told of it. */
  topic: PushTopic
  /** The page of the console; absent: the order's, or the first one. */
  path?: string
  /** For the log. */
  message: string
  /** Of the mail. */
  title: string
  text: string
}

/** Kinds of alerts: who is told, the message in the log, and title and text of the mail. */
const KINDS = {
  order_exception: {
    topic: 'orders',
    message: 'an order needs the operator: what was paid is not what was ordered',
    title: '订单待核实',
    text: '收到的款项与订单不符（金额、币种或归属），没有发放积分。请核实后退款，或手工调整积分。',
  },
  order_unknown: {
    topic: 'orders',
    message: 'an intent of this shop belongs to no order of it',
    title: '款项找不到订单',
    text: '支付平台上有一笔标记为本站的付款，但数据库里没有对应的订单。',
  },
  intent_missing: {
    topic: 'orders',
    message: 'the payment provider does not know an intent of ours',
    title: '支付平台查无此付款',
    text: '支付平台不认识订单的付款编号。请检查密钥是否换成了另一个账户。',
  },
  provider_refuses: {
    topic: 'orders',
    message: 'the payment provider refuses what the shop asks: buyers cannot pay',
    title: '支付平台拒绝收款',
    text: '支付平台没有接受一位买家的付款请求，再试也会被拒绝，今天之内同一原因不再提醒。请按下面的原因检查密钥、账户状态与套餐的价格，必要时联系支付平台。',
  },
  second_payment: {
    topic: 'orders',
    message: 'money came for an order through an intent that is not its own',
    title: '一笔订单收到第二笔款项',
    text: '订单收到了不属于它自己的付款，没有发放积分。请核实后在支付平台退款。',
  },
  paid_after_closing: {
    topic: 'orders',
    message: 'a payment succeeded after its buyer had closed the account',
    title: '注销账户收到付款',
    text: '买家申请注销之后，一笔付款才成功，积分已照常入账。账户若已注销，买家无法使用；请核实后退款。',
  },
  declined_elsewhere: {
    topic: 'orders',
    message: 'payments of an order failed that the shop has not sent: somebody may be trying cards',
    title: '可能有人在试卡',
    text: '一笔订单有多次失败的付款不是从商店页面发出的，可能有人拿它试用别人的银行卡。订单已关闭，失败的次数记在这位用户名下。请看这位用户，必要时停用账户。',
  },
  dispute_opened: {
    topic: 'disputes',
    message: 'a bank disputes a payment and waits for an answer',
    title: '付款有争议，需要答复',
    text: '买家的发卡行对一笔付款提出争议，相应积分已冻结。请在支付平台规定的期限内提交证据。',
  },
  refund_failed: {
    topic: 'orders',
    message: 'a refund came to nothing',
    title: '退款没有成功',
    text: '银行没有接受退款，扣回的积分已归还买家。请与买家另行商定退款方式。',
  },
  refund_dropped: {
    topic: 'orders',
    message: 'a refund was not made because its credit was spent before the provider answered',
    title: '退款没有进行',
    text: '等待支付平台答复期间，应退的积分已被进行中的任务用掉，所以没有退款。请在订单里按规则重新退款。',
  },
  provider_differs: {
    topic: 'books',
    message: 'the books of the provider and ours differ',
    title: '对账有差异',
    text: '支付平台的记录与本站订单不一致。请用 npm run operator -- diff 查看全部差异。',
  },
  ledger_not_proven: {
    topic: 'books',
    message: 'the credit ledger does not add up',
    title: '积分账不平',
    text: '积分流水、余额与批次对不上。请用 npm run operator -- ledger prove 查看，修复前不要手工改动数据。',
  },
  stock_differs: {
    topic: 'books',
    message: 'the pieces counted of a limited plan are not those of its orders',
    title: '套餐库存与订单不符',
    text: '限量套餐记下的预留与售出份数和订单对不上。请用 npm run operator -- ledger prove 查看，修复前不要手工改动数据。',
  },
  large_capture: {
    topic: 'books',
    message: 'an application charged more than twice what it had reserved, and the user owes',
    title: '扣费超过预留的两倍，客户欠额',
    text: '一个应用扣除的积分超过预留的两倍，客户的积分不够，账户因此欠额。请与应用的开发者核对用量与计价。',
  },
  start_warning: {
    topic: 'system',
    message: 'the shop has started with something that customers will suffer from',
    title: '启动时发现的问题',
    text: '网站已经启动，但有一处设置或内容会影响顾客。',
  },
  timed_job_failing: {
    topic: 'system',
    message: 'a timed job has failed more than once in a row',
    title: '定时任务连续失败',
    text: '服务自己定时做的一项工作连续失败。它会继续重试；请按下面的原因处理，恢复之后无需再做什么。',
  },
  mail_dead: {
    topic: 'mails',
    path: '/mails?state=dead',
    message: 'mails were given up',
    title: '有邮件没有发出',
    text: '重试之后仍没有发出的邮件已经放弃，今天之内不再提醒。请在控制台的“邮件”里看原因，邮件服务器恢复后可以补发。',
  },
  message_dead: {
    topic: 'webhooks',
    message: 'messages to applications were given up',
    title: '有应用消息没有送达',
    text: '重试三天仍没有送达的应用消息已经放弃，今天之内不再提醒。请在控制台的“应用”里看原因，并与应用的开发者核对。',
  },
  push_failing: {
    topic: 'system',
    path: '/settings?view=pushes',
    message: 'operators are not told through a channel',
    title: '通知渠道发不出去',
    text: '一个通知渠道多次没有送达，这些通知已经放弃。请在控制台的“设置 → 通知”里测试它，必要时删除后重新添加。',
  },
} as const satisfies Record<string, AlertKind>

/** The Chinese title of a kind of alert; the kind itself when this version does not know it. */
export function alertTitle(kind: string): string {
  return Object.entries(KINDS).find(([name]) => name === kind)?.[1].title ?? kind
}

/** Labels of the facts in the mail. */
const LABELS: Record<string, string> = {
  orderId: '订单 ID',
  orderNo: '订单号',
  intentId: '支付意图',
  eventId: '事件',
  userId: '用户 ID',
  reason: '原因',
  amountReceived: '收到金额（最小货币单位）',
  differences: '差异数',
  intents: '核对的付款数',
  orders: '核对的订单数',
  amount: '金额',
  disputeId: '争议',
  refundId: '退款',
  planId: '套餐',
  faults: '不符数',
  accounts: '核对的账户数',
  first: '第一处',
  job: '任务',
  failures: '连续失败次数',
  applicationId: '应用 ID',
  holdId: '预留 ID',
  channel: '通知渠道',
}

export interface Alert {
  kind: keyof typeof KINDS
  /** The order, intent or day that it is about: one mail for each. */
  subject: string
  facts: Record<string, string | number | null>
  /** A channel that is not told of it: the one that it is about. */
  exceptChannel?: string
}

type AlertDeps = Pick<Deps, 'log' | 'config' | 'content' | 'now'>

/** Alerts the operator once for each series of failures of a job. */
export function alertFailingJob(
  deps: AlertDeps & Pick<Deps, 'sql'>,
  { name, failures, since, error }: FailingJob,
): Promise<void> {
  const facts = { job: name, failures, reason: error }
  const subject = `${name} ${since.toISOString()}`
  return alertOperator(deps, { kind: 'timed_job_failing', subject, facts })
}

/** Kinds of jobs that the operator hears of when they are given up. */
const DEAD_JOBS: Readonly<Record<string, keyof typeof KINDS>> = {
  mail: 'mail_dead',
  'application-message': 'message_dead',
}

/** Alerts the operator once a day to jobs that were given up, but for mails to addresses that do not exist. */
export async function alertDeadJob(
  deps: AlertDeps & Pick<Deps, 'sql'>,
  { kind, failure }: DeadJob,
): Promise<void> {
  const alert = DEAD_JOBS[kind]
  const cause = failure instanceof Error ? failure.cause : null
  if (alert === undefined || cause instanceof UndeliverableMail) return
  const subject = dayText(deps.now(), deps.content.site.timeZone)
  // without the failure, which may name a customer's address
  await alertOperator(deps, { kind: alert, subject, facts: {} })
}

/** Raises an alert in a transaction of its own. */
export function alertOperator(
  { sql, ...deps }: AlertDeps & Pick<Deps, 'sql'>,
  alert: Alert,
): Promise<void> {
  return sql.begin((tx) => raiseAlert(deps, tx, alert))
}

/**
 * Raises an alert with the transaction: when it commits, a line is logged, the metrics count it and, the
 * first time for this subject, the channels of its topic are told and a mail goes to OPERATOR_EMAIL.
 */
export async function raiseAlert(
  { log, config, content, now }: AlertDeps,
  tx: Query,
  { kind, subject, facts, exceptChannel }: Alert,
): Promise<void> {
  const { topic, path, message, title, text }: AlertKind = KINDS[kind]
  const times = await countAlert(tx, { kind, subject, facts, at: now() })
  afterCommit(tx, () => log.error({ alert: kind, ...facts }, message))
  if (times > 1) return
  await queuePush(tx, {
    ...{ topic, kind, subject, title, at: now() },
    ...pushDetails(facts, path),
    ...(exceptChannel !== undefined && { exceptChannel }),
  })
  if (config.operatorEmail === null) return
  const brand = content.site.name
  const mail = renderLetter({
    brand,
    title,
    paragraphs: [text],
    facts: Object.entries(facts).map(([label, value]) => ({
      label: LABELS[label] ?? label,
      value: String(value ?? '—'),
    })),
    footer: `${config.publicUrl} 的运营提醒。`,
  })
  await queueMail(tx, { to: config.operatorEmail, subject: `[${brand}] ${title}`, ...mail })
}

/** What third parties may read of an alert: the order's number, or the name of a job or channel. */
function pushDetails(
  { orderNo, job, channel }: Alert['facts'],
  path = '/',
): { detail: string | null; path: string } {
  if (typeof orderNo === 'string') {
    const address = `/orders/order?order=${encodeURIComponent(orderNo)}`
    return { detail: `订单 ${orderNo}`, path: address }
  }
  return {
    detail: typeof job === 'string' ? job : typeof channel === 'string' ? channel : null,
    path,
  }
}
