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
    paragraphs: ['您的订单有一笔退款，款项将原路退回您的付款账户，通常需要 5–10 个工作日。'],
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
    subject: '退款未成功',
    title: '退款未成功',
    paragraphs: [
      '银行或支付机构未接受之前发起的退款，款项未退回您的账户。',
      ...(credit > 0 ? [`扣回的${deps.content.site.creditUnit}已退还。`] : []),
      '我们会与您联系，您也可以直接联系客服。',
    ],
    facts: [
      ...orderFacts(order),
      ...creditFact(deps, '退还', credit),
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
      `发卡行通知我们，该笔付款有争议。在银行作出决定前，对应的${unit}暂时冻结。`,
      `如争议非您本人提出，请联系发卡行撤销，撤销后${unit}自动恢复。`,
    ],
    verb: '冻结',
  }),
  won: (unit: string) => ({
    subject: `争议已结束，${unit}已恢复`,
    title: '争议已结束',
    paragraphs: [`银行已结束该笔付款的争议，冻结的${unit}已恢复。`],
    verb: '恢复',
  }),
  lost: (unit: string) => ({
    subject: '争议已结束，款项退回持卡人',
    title: '争议已结束',
    paragraphs: [
      `发卡行支持该笔付款的争议，款项由发卡行退回持卡人，对应的${unit}不再恢复。`,
      '如有疑问，请联系客服。',
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
