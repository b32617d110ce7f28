import { uuidv7 } from '../../db/ids.ts'
import { type NewPdf, storePdf } from '../../invoices/files.store.ts'
import { mailInvoice } from '../../invoices/invoice-mails.ts'
import {
  insertInvoiceEvent,
  type InvoiceRow,
  listInvoicedOrders,
  lockInvoice,
} from '../../invoices/invoices.store.ts'
import { defineCommand } from '../command.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import {
  invoiceArgument,
  invoiceFacts,
  refuseTakenNumber,
  requireInvoice,
  wrongInvoiceState,
} from './find-invoice.ts'
import { deleteUpload, markIssued, setNumber } from './issue.store.ts'
import { invoiceNumber, pdfParameters, pdfText, readPdf } from './pdf-parameters.ts'

export const issueInvoiceCommand = defineCommand({
  name: 'invoices issue',
  summary: '登记已经开好的发票：号码或 PDF，至少一样，客户收到邮件',
  console: { title: '登记开票', permission: 'invoice' },
  notes: [
    '发票在税务系统里开，这里登记结果。金额以预览为准：中途有退款会重新预览。',
    '已开的发票也可以再上传一次 PDF：客户还没有下载时换掉原来的，没有 PDF 的补上。没有号码的可以补登号码。',
  ],
  arguments: { invoice: invoiceArgument },
  options: { number: invoiceNumber('发票号码'), ...pdfParameters },
  async run(operator, { invoice: reference, number, pdf: pdfPath, upload }) {
    if (number === null && pdfPath === null && upload === null) {
      throw wrongUsage('请填写 --number 或给出 PDF，至少一样')
    }
    const { sql } = operator
    const invoice = await requireInvoice(operator, reference)
    const pdf = await readPdf(operator, { pdf: pdfPath, upload })
    const isIssued = invoice.state === 'issued'
    if (!isIssued && invoice.state !== 'requested') throw wrongInvoiceState(invoice, '不能登记开票')
    if (isIssued) refuseSecondNumber(invoice, number)
    const { facts, orders } = await invoiceFacts(sql, invoice)
    if (!isIssued) refuseDisputed(orders)
    const given = [
      ['发票号码', number ?? invoice.number],
      ['PDF', pdfText(pdf)],
    ] as const
    await performAction(operator, {
      subject: invoice.id,
      preview: {
        facts: [...facts, ...given],
        sentences: [
          isIssued
            ? `这张发票已开，将${supplementOf(invoice, { number, pdf })}，并通知客户`
            : '将登记为已开并通知客户',
        ],
      },
      work: () =>
        isIssued
          ? supplement(operator, invoice.id, { number, pdf, upload })
          : issue(operator, invoice, { number, pdf, upload }),
      toAuditResult: () => ({ number, sha256: pdf?.sha256.toString('hex') ?? null }),
    })
    return {
      isFinal: true,
      data: { id: invoice.id, number: number ?? invoice.number },
      ...reported({ facts: [...facts, ...given], sentences: ['已登记，邮件已交给发件箱'] }),
    }
  },
})

interface Given {
  number: string | null
  pdf: NewPdf | null
  upload: string | null
}

function refuseDisputed(orders: readonly { orderNo: string; dispute: string | null }[]): void {
  const disputed = orders.find(({ dispute }) => dispute === 'open')
  if (disputed) {
    throw new Refusal(`订单 ${disputed.orderNo} 的付款有争议，等争议结束再开票`, {
      code: 'DISPUTE',
    })
  }
}

async function issue(
  operator: OperatorContext,
  { id, amount }: { id: string; amount: number },
  { number, pdf, upload }: Given,
): Promise<void> {
  const { sql, call, now } = operator
  const at = now()
  const by = call.actor.operator
  await sql.begin(async (tx) => {
    const held = await lockInvoice(tx, id)
    if (held?.state !== 'requested') throw wrongInvoiceState(held!, '不能登记开票')
    if (held.amount !== amount) {
      throw new Refusal('金额刚刚随退款变了，请重新核对', { code: 'AMOUNT' })
    }
    // one that opened since the preview is seen now; the trigger of a later one waits for this invoice
    refuseDisputed(await listInvoicedOrders(tx, [id]))
    await refuseTakenNumber(tx, number)
    await markIssued(tx, id, { number, at })
    if (pdf) await storePdf(tx, { invoiceId: id, file: 'invoice', at, by }, pdf)
    if (upload !== null) await deleteUpload(tx, upload, call.actor.operatorId)
    await insertInvoiceEvent(tx, {
      ...{ id: uuidv7(), invoiceId: id, state: 'issued', reason: null, at },
      by: { actor: 'operator', operator: by },
    })
    const occasion = pdf ? 'issued' : 'issuedWithoutFile'
    await mailInvoice(tx, operator, { ...held, number }, occasion, 'issued')
  })
}

/** What an issued invoice gets, as its history calls it. */
function supplementOf(
  { files }: Pick<InvoiceRow, 'files'>,
  { number, pdf }: Pick<Given, 'number' | 'pdf'>,
): string {
  const words = [
    number === null ? [] : ['补登号码'],
    pdf === null ? [] : [files.includes('invoice') ? '更换 PDF' : '补充 PDF'],
  ]
  return words.flat().join('、')
}

async function supplement(
  operator: OperatorContext,
  id: string,
  { number, pdf, upload }: Given,
): Promise<void> {
  const { sql, call, now } = operator
  const at = now()
  const by = call.actor.operator
  await sql.begin(async (tx) => {
    const held = await lockInvoice(tx, id)
    if (held?.state !== 'issued') throw wrongInvoiceState(held!, '不能更换 PDF')
    refuseSecondNumber(held, number)
    await refuseTakenNumber(tx, number)
    if (number !== null) await setNumber(tx, id, number)
    if (pdf && !(await storePdf(tx, { invoiceId: id, file: 'invoice', at, by }, pdf))) {
      throw new Refusal('客户已经下载了这张发票，不能更换：请红冲后重开', { code: 'DOWNLOADED' })
    }
    if (upload !== null) await deleteUpload(tx, upload, call.actor.operatorId)
    const event = uuidv7()
    await insertInvoiceEvent(tx, {
      ...{ id: event, invoiceId: id, state: 'issued', at },
      ...{ reason: supplementOf(held, { number, pdf }), by: { actor: 'operator', operator: by } },
    })
    const stored = { ...held, number: number ?? held.number }
    const withPdf = held.files.includes('invoice') ? 'replaced' : 'added'
    await mailInvoice(tx, operator, stored, pdf ? withPdf : 'numbered', event)
  })
}

function refuseSecondNumber(invoice: Pick<InvoiceRow, 'state' | 'number'>, number: string | null) {
  if (number !== null && invoice.number !== null) {
    throw wrongInvoiceState(invoice, '号码已经登记，只能上传 PDF')
  }
}
