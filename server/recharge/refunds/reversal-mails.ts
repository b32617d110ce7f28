import type { Query } from '../../db/sql.ts'
import type { LetterFact } from '../../mail/letter.ts'
import { countText, moneyText } from '../../lib/money-text.ts'
import { mailBuyer, type MailDeps, orderFacts } from '../orders/mail-buyer.ts'
import type { OrderRow } from '../orders/order.ts'

interface MailedReversal {
  /** The provider's id of the refund or dispute. */
  id: string
  amount: number
  /** The credit that was taken back or returned. */
  credit: number
}

/** Mails the buyer that money is given back. */
export function mailRefund(
  tx: Query,
  deps: MailDeps,
  order: OrderRow,
  { id, amount, credit }: MailedReversal,
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

/** Mails the buyer that a refund failed. */
export function mailFailedRefund(
  tx: Query,
  deps: MailDeps,
  order: OrderRow,
  { id, amount, credit }: MailedReversal,
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

/** What the state of a dispute means for the buyer; `unit` is the shop's name for credit. */
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
    verb: '扣回',
  }),
} as const

/** The function that mails the buyer about a dispute in this state. */
export function disputeMail(status: keyof typeof DISPUTE_MAILS): typeof mailRefund {
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

function creditFact({ content }: MailDeps, verb: string, credit: number): LetterFact[] {
  if (credit === 0) return []
  const unit = content.site.creditUnit
  return [{ label: `${verb}${unit}`, value: countText(credit) }]
}
