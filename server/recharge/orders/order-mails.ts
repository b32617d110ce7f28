import { paymentMethodText } from '#contract/payment-method.ts'
import type { Deps } from '../../deps.ts'
import type { Query } from '../../db/sql.ts'
import { timeText } from '../../local-time.ts'
import { type Fact, letter } from '../../mail/letter.ts'
import { queueMail } from '../../mail/outbox.ts'
import { emailOfBuyer } from './buyers.store.ts'
import { moneyText } from '../../money-text.ts'
import type { OrderRow } from './order.ts'

type Needs = Pick<Deps, 'config' | 'content'>

interface OrderMail {
  /** Of the occasion: one mail for each, whoever asks how often. */
  key: string
  subject: string
  title: string
  paragraphs: string[]
  facts: Fact[]
}

/** Mails the buyer in the transaction of what it tells; one whose account is closed gets none. */
async function mailBuyer(
  tx: Query,
  { config, content }: Needs,
  order: OrderRow,
  { key, subject, ...words }: OrderMail,
): Promise<void> {
  const to = await emailOfBuyer(tx, order.userId)
  if (to === null) return
  const { name: brand, company, email: replyTo, support } = content.site
  const chat = support.find((link) => link.kind !== 'qr')
  const mail = letter({
    brand,
    ...words,
    action: { label: '查看订单', url: `${config.publicUrl}/account/order?id=${order.id}` },
    footer: `联系客服时请提供订单号 ${order.orderNo}。`,
    support: chat && { label: chat.label, url: new URL(chat.url, config.publicUrl).href },
    isAnswerable: replyTo !== undefined,
    sender: company,
  })
  await queueMail(tx, { to, replyTo, subject: `${brand} ${subject}`, ...mail }, { dedupeKey: key })
}

/** The receipt. */
export function mailPaid(
  tx: Query,
  deps: Needs,
  order: OrderRow,
  { at, isLate }: { at: Date; isLate: boolean },
): Promise<void> {
  const { site } = deps.content
  const credit = order.credit + order.bonusCredit
  const total = moneyText(order.amount, order.currency)
  return mailBuyer(tx, deps, order, {
    key: `order:${order.id}:paid`,
    subject: `付款收据：${total}`,
    title: '付款成功',
    paragraphs: [
      isLate
        ? `这笔款项在订单关闭之后才到账，我们已照常发放${site.creditUnit}。`
        : `感谢您的购买，${site.creditUnit}已经到账，这封邮件就是您的收据。`,
    ],
    facts: [
      { label: '订单号', value: order.orderNo },
      { label: '商品', value: `${order.plan.name} × ${order.num}` },
      { label: '到账', value: `${countText(credit)} ${site.creditUnit}` },
      {
        label: '有效期',
        value: order.plan.validDays === 0 ? '长期有效' : `${order.plan.validDays} 天`,
      },
      { label: '付款方式', value: methodText(order) },
      { label: '付款时间', value: timeText(at, site.timeZone) },
      { label: '收款方', value: site.company },
      { label: '实付金额', value: total, isStrong: true },
    ],
  })
}

interface MoneyMoved {
  /** The refund or dispute, as the provider names it. */
  id: string
  amount: number
  /** What its credit came to: taken or given back. */
  credit: number
}

export function mailRefunded(
  tx: Query,
  deps: Needs,
  order: OrderRow,
  { id, amount, credit }: MoneyMoved,
): Promise<void> {
  const back = moneyText(amount, order.currency)
  return mailBuyer(tx, deps, order, {
    key: `refund:${id}`,
    subject: `退款通知：${back}`,
    title: '退款已发起',
    paragraphs: ['您的订单有一笔退款，款项会原路退回您的付款账户，通常需要 5 至 10 个工作日。'],
    facts: [
      ...orderFacts(order),
      ...creditFact(deps, '扣回', credit),
      { label: '累计退款', value: moneyText(order.refundedAmount, order.currency) },
      { label: '本次退款', value: back, isStrong: true },
    ],
  })
}

export function mailRefundFailed(
  tx: Query,
  deps: Needs,
  order: OrderRow,
  { id, amount, credit }: MoneyMoved,
): Promise<void> {
  return mailBuyer(tx, deps, order, {
    key: `refund:${id}:failed`,
    subject: '退款没有成功',
    title: '退款没有成功',
    paragraphs: [
      '银行或支付机构没有接受之前发起的退款，款项没有退回您的账户。',
      ...(credit > 0 ? [`扣回的${deps.content.site.creditUnit}已经还给您。`] : []),
      '我们会与您联系，也欢迎您直接联系客服。',
    ],
    facts: [
      ...orderFacts(order),
      ...creditFact(deps, '归还', credit),
      { label: '未成功的退款', value: moneyText(amount, order.currency), isStrong: true },
    ],
  })
}

/** What a bank's word about a payment means for its buyer; `unit` is what credit is called. */
const DISPUTE_MAILS = {
  open: (unit: string) => ({
    subject: `付款有争议，相应${unit}已冻结`,
    title: '付款有争议',
    paragraphs: [
      `发卡行通知我们，这笔付款有争议。在银行作出决定之前，与它对应的${unit}暂时冻结。`,
      `如果争议不是您提出的，请联系发卡行撤销，撤销后${unit}会自动恢复。`,
    ],
    verb: '冻结',
  }),
  won: (unit: string) => ({
    subject: `争议已结束，${unit}已恢复`,
    title: '争议已结束',
    paragraphs: [`银行已结束对这笔付款的争议，冻结的${unit}已经恢复。`],
    verb: '恢复',
  }),
  lost: (unit: string) => ({
    subject: '争议已结束，款项退回持卡人',
    title: '争议已结束',
    paragraphs: [
      `发卡行支持了对这笔付款的争议，款项由发卡行退回持卡人，与它对应的${unit}不再恢复。`,
      '如果您认为这是误会，请联系客服。',
    ],
    verb: '收回',
  }),
} as const

/** The mail about a dispute that stands so. */
export function mailDispute(status: keyof typeof DISPUTE_MAILS): typeof mailRefunded {
  return (tx, deps, order, { id, amount, credit }) => {
    const { verb, ...words } = DISPUTE_MAILS[status](deps.content.site.creditUnit)
    return mailBuyer(tx, deps, order, {
      key: `dispute:${id}:${status}`,
      ...words,
      facts: [
        ...orderFacts(order),
        ...creditFact(deps, verb, credit),
        { label: '争议金额', value: moneyText(amount, order.currency), isStrong: true },
      ],
    })
  }
}

function orderFacts(order: OrderRow): Fact[] {
  return [
    { label: '订单号', value: order.orderNo },
    { label: '商品', value: `${order.plan.name} × ${order.num}` },
    { label: '订单金额', value: moneyText(order.amount, order.currency) },
  ]
}

function creditFact({ content }: Needs, verb: string, credit: number): Fact[] {
  if (credit === 0) return []
  const unit = content.site.creditUnit
  return [{ label: `${verb}${unit}`, value: countText(credit) }]
}

const COUNT = new Intl.NumberFormat('zh-CN')

function countText(count: number): string {
  return COUNT.format(count)
}

function methodText({ paymentMethod }: OrderRow): string {
  return paymentMethod ? paymentMethodText(paymentMethod) : '—'
}
