import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { Mail } from '../../gateways/mail/mailer.ts'
import { type LetterFact, renderLetter } from '../../mail/letter.ts'
import { queueMail } from '../../mail/outbox.ts'
import { moneyText } from '../../lib/money-text.ts'
import { findBuyerEmail } from './orders.store.ts'
import type { OrderRow } from './order.ts'

export type MailDeps = Pick<Deps, 'config' | 'content'>

/** What a mail about an order says. */
export interface OrderMail {
  /** Names the occasion; a second mail with the same key is not sent. */
  key: string
  subject: string
  title: string
  paragraphs: string[]
  facts: LetterFact[]
}

/** Mails the buyer when the transaction commits; a closed account gets no mail. */
export async function mailBuyer(
  tx: Query,
  deps: MailDeps,
  order: OrderRow,
  { key, ...words }: OrderMail,
): Promise<void> {
  const to = await findBuyerEmail(tx, order.userId)
  if (to === null) return
  const mail = composeOrderMail(deps, order, words)
  await queueMail(tx, { to, ...mail }, { dedupeKey: key, userId: order.userId })
}

/** The mail in the shop's form, without its receiver. */
export function composeOrderMail(
  { config, content }: MailDeps,
  order: OrderRow,
  { subject, ...words }: Omit<OrderMail, 'key'>,
): Omit<Mail, 'id' | 'to'> {
  const { name: brand, company, email: replyTo, support } = content.site
  const chat = support.find((link) => link.kind !== 'qr')
  const letter = renderLetter({
    brand,
    ...words,
    action: { label: '查看订单', url: `${config.publicUrl}/account/order?id=${order.id}` },
    footer: `联系客服时请提供订单号 ${order.orderNo}。`,
    support: chat && { label: chat.label, url: new URL(chat.url, config.publicUrl).href },
    isAnswerable: replyTo !== undefined,
    sender: company,
  })
  return { replyTo, subject: `${brand} ${subject}`, ...letter }
}

/** The first facts of a mail about an order. */
export function orderFacts(order: OrderRow): LetterFact[] {
  return [
    { label: '订单号', value: order.orderNo },
    { label: '商品', value: `${order.plan.name} × ${order.num}` },
    { label: '订单金额', value: moneyText(order.amount, order.currency) },
  ]
}
