import { uuidv7 } from '../../db/ids.ts'
import { mailInvoice } from '../../invoices/invoice-mails.ts'
import { endRequest, insertInvoiceEvent, lockInvoice } from '../../invoices/invoices.store.ts'
import { defineCommand } from '../command.ts'
import { requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { invoiceArgument, invoiceFacts, requireInvoice, wrongInvoiceState } from './find-invoice.ts'

export const rejectInvoiceCommand = defineCommand({
  name: 'invoices reject',
  summary: '拒绝一个开票申请，客户看到原因',
  console: { title: '拒绝开票', permission: 'invoice' },
  arguments: { invoice: invoiceArgument },
  options: { reason: requiredText('原因', '客户会看到，例如 抬头与税号不一致') },
  async run(operator, { invoice: reference, reason }) {
    const { sql, call, now } = operator
    const invoice = await requireInvoice(operator, reference)
    const { id } = invoice
    if (invoice.state !== 'requested') throw wrongInvoiceState(invoice, '不能拒绝')
    const { facts } = await invoiceFacts(sql, invoice)
    await performAction(operator, {
      subject: id,
      reason,
      preview: { facts: [...facts, ['原因', reason]], sentences: ['将拒绝这个申请并通知客户'] },
      work: () =>
        sql.begin(async (tx) => {
          const held = await lockInvoice(tx, id)
          if (held?.state !== 'requested') throw wrongInvoiceState(held!, '不能拒绝')
          await endRequest(tx, id, { state: 'rejected', reason })
          await insertInvoiceEvent(tx, {
            ...{ id: uuidv7(), invoiceId: id, state: 'rejected', reason, at: now() },
            by: { actor: 'operator', operator: call.actor.operator },
          })
          await mailInvoice(tx, operator, { ...held, reason }, 'rejected', 'rejected')
        }),
      toAuditResult: () => ({}),
    })
    return {
      isFinal: true,
      data: { id },
      ...reported({ facts, sentences: ['已拒绝，邮件已交给发件箱'] }),
    }
  },
})
