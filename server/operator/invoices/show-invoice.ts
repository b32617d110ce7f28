import { INVOICE_STATE_LABELS } from '#contract/invoices/invoice-fields.ts'
import { defineCommand } from '../command.ts'
import { ACTOR_LABELS } from '../labels.ts'
import { timeText } from '../terminal/format.ts'
import { formatFacts, formatTable, joinSections } from '../terminal/table.ts'
import { invoiceArgument, invoiceFacts, requireInvoice } from './find-invoice.ts'
import { listFiles, listInvoiceEvents } from './invoices-search.store.ts'

export const showInvoiceCommand = defineCommand({
  name: 'invoices show',
  summary: '一张发票的抬头、订单、文件与经过',
  arguments: { invoice: invoiceArgument },
  options: {},
  async run(operator, { invoice: reference }) {
    const { sql, content } = operator
    const invoice = await requireInvoice(operator, reference)
    const { timeZone } = content.site
    const [{ facts, orders }, files, history] = await Promise.all([
      invoiceFacts(sql, invoice),
      listFiles(sql, invoice.id),
      listInvoiceEvents(sql, invoice.id),
    ])
    return {
      data: { ...invoice, orders, files, history },
      text: joinSections(
        formatFacts([
          ['ID', invoice.id],
          ['状态', INVOICE_STATE_LABELS[invoice.state]],
          ...facts,
          ['发票号码', invoice.number],
          ['红字发票号码', invoice.reversalNumber],
          ['原因', invoice.reason],
          ['PDF', files.map(({ name }) => name).join('、') || null],
        ]),
        formatTable(history, [
          { title: '时间', of: ({ at }) => timeText(at, timeZone) },
          { title: '状态', of: ({ state }) => INVOICE_STATE_LABELS[state] },
          { title: '由', of: ({ actor, operator: by }) => by ?? ACTOR_LABELS[actor] },
          { title: '原因', of: ({ reason }) => reason ?? '' },
        ]),
      ),
    }
  },
})
