import { uuidv7 } from '../../db/ids.ts'
import { storePdf } from '../../invoices/files.store.ts'
import { mailInvoice } from '../../invoices/invoice-mails.ts'
import {
  endRequest,
  insertInvoiceEvent,
  type InvoiceRow,
  listInvoicedOrders,
  lockInvoice,
} from '../../invoices/invoices.store.ts'
import { defineCommand } from '../command.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import { optionalText, requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import {
  invoiceArgument,
  invoiceFacts,
  refuseTakenNumber,
  requireInvoice,
  wrongInvoiceState,
} from './find-invoice.ts'
import { deleteUpload, markReversed } from './issue.store.ts'
import { invoiceNumber, pdfParameters, pdfText, readPdf } from './pdf-parameters.ts'

export const reverseInvoiceCommand = defineCommand({
  name: 'invoices reverse',
  summary: '登记红字发票：原发票作废，没有退款的部分可以重新申请',
  console: { title: '登记红冲', permission: 'invoice' },
  notes: ['需红冲的发票不必写原因；已开的发票没有退款也要红冲时，原因必须填写，客户会看到。'],
  arguments: { invoice: invoiceArgument },
  options: {
    number: invoiceNumber('红字发票号码'),
    ...pdfParameters,
    reason: optionalText('原因', '客户会看到，例如 抬头开错'),
  },
  async run(operator, { invoice: reference, number, pdf: pdfPath, upload, reason }) {
    if (number === null && pdfPath === null && upload === null) {
      throw wrongUsage('请填写 --number 或给出 PDF，至少一样')
    }
    const { sql, call, now } = operator
    const invoice = await requireInvoice(operator, reference)
    const { id } = invoice
    requireReversible(invoice, reason)
    const pdf = await readPdf(operator, { pdf: pdfPath, upload })
    const by = call.actor.operator
    const { facts } = await invoiceFacts(sql, invoice)
    const shown = [
      ['原发票号码', invoice.number],
      ...facts,
      ['红字发票号码', number],
      ['PDF', pdfText(pdf)],
      ['原因', reason ?? invoice.reason],
    ] as const
    await performAction(operator, {
      subject: id,
      reason,
      preview: { facts: shown, sentences: ['将登记为已红冲并通知客户'] },
      async work() {
        const at = now()
        await sql.begin(async (tx) => {
          const held = await lockInvoice(tx, id)
          requireReversible(held!, reason)
          await refuseTakenNumber(tx, number)
          await markReversed(tx, id, { number, reason, at })
          if (pdf) await storePdf(tx, { invoiceId: id, file: 'reversal', at, by }, pdf)
          if (upload !== null) await deleteUpload(tx, upload, call.actor.operatorId)
          const why = reason ?? held!.reason
          await insertInvoiceEvent(tx, {
            ...{ id: uuidv7(), invoiceId: id, state: 'reversed', reason: why, at },
            by: { actor: 'operator', operator: by },
          })
          const reversed = { ...held!, reversalNumber: number, reason: why }
          const orders = await listInvoicedOrders(tx, [id])
          const occasion = orders.some(({ left }) => left > 0) ? 'reversed' : 'reversedWhole'
          await mailInvoice(tx, operator, reversed, occasion, 'reversed')
        })
      },
      toAuditResult: () => ({ number, sha256: pdf?.sha256.toString('hex') ?? null }),
    })
    return {
      isFinal: true,
      data: { id, number },
      ...reported({ facts: shown, sentences: ['已登记，邮件已交给发件箱'] }),
    }
  },
})

function requireReversible(invoice: InvoiceRow, reason: string | null): void {
  if (invoice.state === 'reversal_due') return
  if (invoice.state !== 'issued') throw wrongInvoiceState(invoice, '不能红冲')
  if (reason === null) {
    throw new Refusal('这张发票的订单没有退款：红冲请填写 --reason', { code: 'REASON' })
  }
}

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
    })
    return {
      isFinal: true,
      data: { id },
      ...reported({ facts, sentences: ['已拒绝，邮件已交给发件箱'] }),
    }
  },
})
