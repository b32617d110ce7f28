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

/** Issued invoices whose orders were refunded, or lost to a dispute, afterwards. */
export const dueReversals: WaitingSource = async ({ sql }) => {
  const { count, since } = await findOpenInvoices(sql, 'reversal_due', MOST_WAITING + 1)
  return waitingItem({
    ...{ name: 'invoice-reversals', urgency: 'wait', title: '发票需红冲', count, since },
    ...{
      detail: '开票后有退款或争议败诉',
      href: '/invoices?open=1&state=reversal_due',
      action: '去红冲',
    },
  })
}
