import type { Query } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { type LetterFact, renderLetter } from '../mail/letter.ts'
import { queueMail } from '../mail/outbox.ts'
import { moneyText } from '../lib/money-text.ts'
import type { InvoiceRow } from './invoices.store.ts'

type MailDeps = Pick<Deps, 'config' | 'content'>

const OCCASIONS = {
  issued: {
    subject: '发票已开具',
    paragraphs: ['您申请的发票已开具，请登录后在“发票”中查看和下载。'],
  },
  issuedWithoutFile: {
    subject: '发票已开具',
    paragraphs: ['您申请的发票已开具，号码如下，请登录后在“发票”中查看。'],
  },
  numbered: {
    subject: '发票号码已登记',
    paragraphs: ['您的发票号码如下，请登录后在“发票”中查看。'],
  },
  added: {
    subject: '发票文件可下载',
    paragraphs: ['您的发票已有 PDF 文件，请登录后在“发票”中下载。'],
  },
  replaced: {
    subject: '发票文件已更新',
    paragraphs: ['发票的 PDF 文件已更新，请登录后在“发票”中重新下载。'],
  },
  rejected: {
    subject: '发票申请未通过',
    paragraphs: ['您申请的发票未开具，原因如下。您可以修改后重新申请，或联系客服。'],
  },
  /** Nothing is left of its orders: asking again would be in vain. */
  ended: {
    subject: '发票申请未通过',
    paragraphs: ['您申请的发票未开具，原因如下。如有疑问，请联系客服。'],
  },
  reversedWhole: {
    subject: '发票已红冲',
    paragraphs: ['您的发票已红冲，原发票不再有效。'],
  },
  reversed: {
    subject: '发票已红冲',
    paragraphs: ['您的发票已红冲，原发票不再有效。订单中未退款的部分可以重新申请发票。'],
  },
} as const

const REASONED: ReadonlySet<keyof typeof OCCASIONS> = new Set([
  ...(['rejected', 'ended', 'reversed', 'reversedWhole'] as const),
])

/** Mails where the invoice says, when the transaction commits; an invoice of a closed account has no address. */
export async function mailInvoice(
  tx: Query,
  { config, content }: MailDeps,
  invoice: InvoiceRow,
  occasion: keyof typeof OCCASIONS,
  key: string,
): Promise<void> {
  if (invoice.email === null) return
  const { name: brand, company, email: replyTo, support } = content.site
  const { subject, paragraphs } = OCCASIONS[occasion]
  const chat = support.find((link) => link.kind !== 'qr')
  const mail = renderLetter({
    ...{ brand, title: subject, paragraphs, sender: company },
    facts: factsOf(invoice, occasion),
    action: { label: '查看发票', url: `${config.publicUrl}/account/invoices` },
    footer: '您在申请发票时填写了这个邮箱。',
    support: chat && { label: chat.label, url: new URL(chat.url, config.publicUrl).href },
    isAnswerable: replyTo !== undefined,
  })
  await queueMail(
    tx,
    { to: invoice.email, replyTo, subject: `${brand} ${subject}`, ...mail },
    { dedupeKey: `invoice:${invoice.id}:${key}`, userId: invoice.userId },
  )
}

function factsOf(
  { name, taxNumber, number, reversalNumber, reason, amount, currency }: InvoiceRow,
  occasion: keyof typeof OCCASIONS,
): LetterFact[] {
  const facts: [label: string, value: string | null][] = [
    ['抬头', name],
    ['税号', taxNumber],
    ['发票号码', number],
    ['红字发票号码', reversalNumber],
    ['原因', REASONED.has(occasion) ? reason : null],
  ]
  return [
    ...facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
    { label: '金额', value: moneyText(amount, currency), isStrong: true },
  ]
}
