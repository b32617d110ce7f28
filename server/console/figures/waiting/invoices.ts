import { MOST_WAITING, waitingItem, type WaitingSource } from './waiting.ts'
import { findOpenInvoices } from './waiting.store.ts'

/** Invoices that customers have asked for. */
export const requestedInvoices: WaitingSource = async ({ sql }) => {
  const { count, since } = await findOpenInvoices(sql, 'requested', MOST_WAITING + 1)
  return waitingItem({
    ...{ name: 'invoices', urgency: 'wait', title: '发票待开', count, since },
    ...{ href: '/invoices?open=1&state=requested', action: '去开票' },
  })
}
