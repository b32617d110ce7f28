import { INVOICE_STATES, type InvoiceState } from '#contract/invoices/invoice-fields.ts'
import { href } from '../../lib/href.ts'
import { type Query, readPageNumber } from '../../lib/query.ts'

/** What the address of the invoices page names; invalid values are ignored. */
export interface InvoiceQuery {
  state: InvoiceState | undefined
  page: number
  /** The invoice that is shown with its details. */
  invoice: string | undefined
  /** The form for a new invoice is open. */
  isAsking: boolean
  /** The order that is chosen in the form at first. */
  order: string | undefined
}

const ID = /^[\w-]{1,64}$/

export function invoiceQueryOf(query: Query): InvoiceQuery {
  const idOf = (value: string | undefined) =>
    value !== undefined && ID.test(value) ? value : undefined
  const order = idOf(query['order'])
  return {
    state: INVOICE_STATES.find((state) => state === query['state']),
    page: readPageNumber(query),
    invoice: idOf(query['invoice']),
    isAsking: query['new'] === '1' || order !== undefined,
    order,
  }
}

/** The address of a page of the list. */
export function invoicesHref({ state, page }: Partial<InvoiceQuery> = {}): string {
  return href('/account/invoices', { state, page: page === 1 ? undefined : page })
}

/** The address of the form for a new invoice, with one order chosen. */
export function newRequestHref(order?: string): string {
  return href('/account/invoices', order === undefined ? { new: 1 } : { order })
}
