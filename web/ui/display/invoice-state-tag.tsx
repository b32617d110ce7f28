import { INVOICE_STATE_LABELS, type InvoiceState } from '#contract/invoices/invoice-fields.ts'

/** Which state of an order has the same color. */
const COLORS: Readonly<Record<InvoiceState, string>> = {
  requested: 'pending',
  issued: 'paid',
  rejected: 'exception',
  withdrawn: 'cancelled',
  reversal_due: 'pending',
  reversed: 'refunded',
}

/** An invoice's state as a colored dot and a word. */
export function InvoiceStateTag({ state }: { state: InvoiceState }) {
  return (
    <span className="tag" data-state={COLORS[state]}>
      {INVOICE_STATE_LABELS[state]}
    </span>
  )
}
