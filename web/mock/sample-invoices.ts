import { INVOICE_STATES } from '#contract/invoices/invoice-fields.ts'
import type { Invoice, SavedTitle } from '#contract/invoices/invoice-shapes.ts'

const DAY_MS = 86_400_000

export const sampleTitles: SavedTitle[] = [
  {
    id: 'mock-title-1',
    kind: 'company',
    name: '林晚（上海）翻译有限公司',
    taxNumber: '91350100M000100Y43',
    email: 'finance@example.com',
  },
  {
    id: 'mock-title-2',
    kind: 'person',
    name: '林晚',
    taxNumber: null,
    email: 'linwan@example.com',
  },
]

/** One invoice in every state, newest first. */
export function sampleInvoices(): Invoice[] {
  return INVOICE_STATES.map(invoiceIn)
}

function invoiceIn(state: Invoice['state'], at: number): Invoice {
  const { kind, name, taxNumber, email } = sampleTitles[at % 2]!
  const isIssued = ['issued', 'reversal_due', 'reversed'].includes(state)
  const isReversed = state === 'reversed'
  return {
    ...{ id: `mock-invoice-${state}`, state, kind, name, taxNumber, email },
    ...{ amount: 9990, currency: 'cny', requestedAt: daysAgo(at + 4) },
    orders: [
      {
        ...{ id: `mock-invoiced-${at}`, orderNo: `XQ000000-INV00${at}`, planName: '标准版' },
        ...{ num: 1, paidAt: daysAgo(at + 5), amount: 9990 },
      },
    ],
    number: isIssued ? `2611700000012345678${at}` : null,
    issuedAt: isIssued ? daysAgo(at + 3) : null,
    reversalNumber: isReversed ? '26117000000123456799' : null,
    reversedAt: isReversed ? daysAgo(at + 1) : null,
    reason: reasonOf(state),
    files: isReversed ? ['invoice', 'reversal'] : isIssued ? ['invoice'] : [],
  }
}

function reasonOf(state: Invoice['state']): string | null {
  if (state === 'rejected') return '税号与抬头不一致，请核对后重新申请'
  return state.startsWith('revers') ? '订单已退款' : null
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString()
}
