import type { Invoice } from '#contract/invoices/invoice-shapes.ts'
import type * as invoices from '#contract/invoices/invoices.ts'
import type { Order } from '#contract/shapes.ts'
import { type Answers, MockRefusal } from './answer.ts'
import { mockState, storeMockState } from './state.ts'

const LIVE: ReadonlySet<Invoice['state']> = new Set(['requested', 'issued', 'reversal_due'])

/** Invoices and titles are stored in the tab; nobody answers a request. */
export const invoiceAnswers: Answers<typeof invoices> = {
  invoiceList({ page, pageSize, state }) {
    const all = mockState().invoices
    return pageOf(
      all.filter((invoice) => state === undefined || invoice.state === state),
      page,
      pageSize,
    )
  },
  invoiceableOrders: ({ page, pageSize }) =>
    pageOf(
      invoiceable().map((order) => ({ ...invoicedOf(order), currency: order.currency })),
      page,
      pageSize,
    ),
  invoiceTitles: () => ({ titles: mockState().titles }),
  requestInvoice({ orderIds, title }) {
    const orders = invoiceable().filter(({ id }) => orderIds.includes(id))
    if (orders.length < orderIds.length) throw new MockRefusal('ORDERS_NOT_INVOICEABLE')
    const state = mockState()
    const taxNumber = title.kind === 'company' ? title.taxNumber : null
    const lines = orders.map(invoicedOf)
    const invoice: Invoice = {
      ...{ id: `mock-invoice-${state.invoices.length + 1}`, state: 'requested' },
      ...{ kind: title.kind, name: title.name, taxNumber, email: title.email },
      amount: lines.reduce((sum, { amount }) => sum + amount, 0),
      currency: orders[0]!.currency,
      orders: lines,
      requestedAt: new Date().toISOString(),
      ...{ number: null, issuedAt: null, reversalNumber: null, reversedAt: null },
      ...{ reason: null, files: [] },
    }
    state.invoices.unshift(invoice)
    const others = state.titles.filter(
      ({ name, kind }) => name !== title.name || kind !== title.kind,
    )
    const { kind, name, email } = title
    state.titles = [{ id: `mock-title-of-${invoice.id}`, kind, name, taxNumber, email }, ...others]
    storeMockState()
    return { invoice }
  },
  withdrawInvoice({ id }) {
    const invoice = mockState().invoices.find((each) => each.id === id)
    if (!invoice) throw new MockRefusal('NOT_FOUND')
    if (invoice.state !== 'requested') throw new MockRefusal('INVOICE_STATE')
    invoice.state = 'withdrawn'
    storeMockState()
    return { invoice }
  },
  removeInvoiceTitle({ id }) {
    const state = mockState()
    state.titles = state.titles.filter((title) => title.id !== id)
    storeMockState()
    return null
  },
  invoiceFile: () => null,
}

function invoiceable(): Order[] {
  const { orders, invoices: all } = mockState()
  const taken = new Set(
    all.filter(({ state }) => LIVE.has(state)).flatMap((each) => each.orders.map(({ id }) => id)),
  )
  return orders.filter(
    ({ id, paidAt, amount, refundedAmount }) =>
      paidAt !== undefined && refundedAmount < amount && !taken.has(id),
  )
}

function invoicedOf({ id, orderNo, combo, num, paidAt, createdAt, amount, refundedAmount }: Order) {
  return {
    ...{ id, orderNo, planName: combo.name, num, paidAt: paidAt ?? createdAt },
    amount: amount - refundedAmount,
  }
}

function pageOf<Row>(all: readonly Row[], page: number, pageSize: number) {
  const list = all.slice((page - 1) * pageSize, page * pageSize)
  return { list, total: all.length, page, pageSize }
}
