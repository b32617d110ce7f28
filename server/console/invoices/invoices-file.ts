import { listConsoleInvoices } from '#contract/console/invoices.ts'
import { INVOICE_STATE_LABELS, TITLE_KIND_LABELS } from '#contract/invoices/invoice-fields.ts'
import { plainDigits, plainNumber } from '../../lib/csv.ts'
import { timeText } from '../../lib/local-time.ts'
import { majorUnits } from '../../lib/money-text.ts'
import {
  countInvoices,
  type InvoiceFilter,
  type ListedInvoice,
  listInvoices,
} from '../../operator/invoices/invoices-search.store.ts'
import { CLOSED_ACCOUNT_LABEL } from '../../operator/users/find-user.ts'
import { exportedList, type PagePart } from '../exports/exported-list.ts'
import { filterFields } from '../exports/filter-fields.ts'
import { selectInvoices } from './handlers.ts'

export const invoicesFile = exportedList({
  title: '发票',
  input: () => filterFields(listConsoleInvoices.input),
  personal: ['user', 'q'],
  toFilter: selectInvoices,
  subject: ({ userId }) => userId,
  count: countInvoices,
  page: (tx, filter: InvoiceFilter, { after, limit }: PagePart<ListedInvoice>) =>
    listInvoices(tx, filter, { before: after?.id ?? null, limit }),
  columns: [
    { title: '发票编号', of: ({ id }) => id },
    { title: '状态', of: ({ state }) => INVOICE_STATE_LABELS[state] },
    { title: '类型', of: ({ kind }) => TITLE_KIND_LABELS[kind] },
    { title: '抬头', of: ({ name }) => name },
    { title: '税号', of: ({ taxNumber }) => taxNumber && plainDigits(taxNumber) },
    { title: '币种', of: ({ currency }) => currency.toUpperCase() },
    { title: '金额', of: ({ amount, currency }) => plainNumber(majorUnits(amount, currency)) },
    { title: '订单数', of: ({ orders }) => orders },
    { title: '用户', of: ({ userEmail }) => userEmail ?? CLOSED_ACCOUNT_LABEL },
    { title: '发票号码', of: ({ number }) => number && plainDigits(number) },
    {
      title: '红字发票号码',
      of: ({ reversalNumber }) => reversalNumber && plainDigits(reversalNumber),
    },
    { title: '原因', of: ({ reason }) => reason },
    { title: '申请时间', of: ({ requestedAt }, { timeZone }) => timeText(requestedAt, timeZone) },
    {
      title: '开票时间',
      of: ({ issuedAt }, { timeZone }) => issuedAt && timeText(issuedAt, timeZone),
    },
  ],
})
