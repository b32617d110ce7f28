import type { Invoice } from '#contract/invoices/invoice-shapes.ts'
import type { TimelineEvent } from '../../ui/display/timeline.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'

/** What happened to an invoice, and what comes next. */
export function invoiceEvents(invoice: Invoice): TimelineEvent[] {
  const { state, requestedAt, issuedAt, files } = invoice
  const events: TimelineEvent[] = [{ title: '提交申请', time: timeOf(requestedAt) }]
  if (issuedAt !== null)
    events.push({
      title: '已开具',
      kind: 'good',
      time: timeOf(issuedAt),
      ...(files.length === 0 && { note: '未附 PDF，如需请联系客服' }),
    })
  return [...events, ...lastEvents(invoice, state)]
}

function lastEvents(
  { reason, reversalNumber, reversedAt }: Invoice,
  state: Invoice['state'],
): TimelineEvent[] {
  const why = reason === null ? {} : { note: `原因：${reason}` }
  switch (state) {
    case 'requested':
      return [{ title: '等待开具', kind: 'next', note: '开具后邮件通知您，在此之前可以撤回' }]
    case 'issued':
      return []
    case 'rejected':
      return [{ title: '未开具', kind: 'bad', ...why }]
    case 'withdrawn':
      return [{ title: '已撤回' }]
    case 'reversal_due':
      return [{ title: '等待红冲', kind: 'next', note: `${whyText(reason)}该发票将作废，请勿使用` }]
    case 'reversed':
      return [
        {
          title: '已红冲',
          ...(reversalNumber === null ? why : { note: reversedText(reversalNumber, reason) }),
          ...(reversedAt !== null && { time: timeOf(reversedAt) }),
        },
      ]
  }
}

function reversedText(number: string, reason: string | null): string {
  return `红字发票号码 ${number}${reason === null ? '' : `，原因：${reason}`}`
}

function whyText(reason: string | null): string {
  return reason === null ? '' : `${reason}。`
}

function timeOf(iso: string) {
  return <TimeText iso={iso} />
}
