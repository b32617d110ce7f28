import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import type { Query } from '../../db/sql.ts'
import { timeText } from '../../lib/local-time.ts'
import { countText, moneyText } from '../../lib/money-text.ts'
import { mailBuyer, type MailDeps, type OrderMail } from '../orders/mail-buyer.ts'
import type { OrderRow } from '../orders/order.ts'

interface Payment {
  at: Date
  isLate: boolean
}

/** Mails the buyer the receipt of a paid order: once, and again for each `resendId`. */
export function mailReceipt(
  tx: Query,
  deps: MailDeps,
  order: OrderRow,
  { resendId, ...payment }: Payment & { resendId?: string },
): Promise<void> {
  const { key, ...receipt } = receiptOf(deps, order, payment)
  return mailBuyer(tx, deps, order, {
    key: resendId === undefined ? key : `${key}:${resendId}`,
    ...receipt,
  })
}

/** The words of a paid order's receipt. */
export function receiptOf(
  { content: { site } }: Pick<MailDeps, 'content'>,
  order: OrderRow,
  { at, isLate }: Payment,
): OrderMail {
  const credit = order.credit + order.bonusCredit
  const total = moneyText(order.amount, order.currency)
  return {
    key: `order:${order.id}:paid`,
    subject: `付款收据：${total}`,
    title: '付款成功',
    paragraphs: [
      isLate
        ? `款项在订单关闭后到账，${site.creditUnit}已照常发放。`
        : `感谢您的购买，${site.creditUnit}已到账，本邮件即为收据。`,
    ],
    facts: [
      { label: '订单号', value: order.orderNo },
      { label: '商品', value: `${order.plan.name} × ${order.num}` },
      { label: '到账', value: `${countText(credit)} ${site.creditUnit}` },
      {
        label: '有效期',
        value: order.plan.validDays === 0 ? '长期有效' : `${order.plan.validDays} 天`,
      },
      {
        label: '付款方式',
        value: order.paymentMethod ? paymentMethodText(order.paymentMethod) : '—',
      },
      { label: '付款时间', value: timeText(at, site.timeZone) },
      { label: '收款方', value: site.company },
      { label: '实付金额', value: total, isStrong: true },
    ],
  }
}
