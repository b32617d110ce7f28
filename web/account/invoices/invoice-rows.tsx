import { TITLE_KIND_LABELS } from '#contract/invoices/invoice-fields.ts'
import type { Invoice } from '#contract/invoices/invoice-shapes.ts'
import { Money } from '../../ui/display/money.tsx'
import { InvoiceStateTag } from '../../ui/display/invoice-state-tag.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { InvoiceDetails } from './invoice-details.tsx'

interface InvoiceRowsProps {
  invoices: readonly Invoice[]
  /** The id of the invoice whose details are shown at first. */
  opened: string | undefined
  onWithdraw: (invoice: Invoice) => void
}

/** One line for each invoice, opened for its orders, title and history. */
export function InvoiceRows({ invoices, opened, onWithdraw }: InvoiceRowsProps) {
  return (
    <>
      <div className="record-head" aria-hidden="true">
        <span>抬头</span>
        <span>发票号码</span>
        <span>金额</span>
      </div>
      {invoices.map((invoice) => {
        const { id, state, kind, name, amount, currency, orders, requestedAt, number } = invoice
        return (
          <details className="record" key={id} open={id === opened}>
            <summary>
              <span className="record-what">
                <strong>{name}</strong> <InvoiceStateTag state={state} />
                <small>
                  <TimeText iso={requestedAt} style="date" /> 申请 · {TITLE_KIND_LABELS[kind]} ·{' '}
                  {orders.length} 笔订单
                </small>
              </span>
              <span className="record-held">{number ?? ''}</span>
              <span className="record-sum">
                <Money amount={amount} currency={currency} />
              </span>
              <Icon name="down" />
            </summary>
            <InvoiceDetails invoice={invoice} onWithdraw={() => onWithdraw(invoice)} />
          </details>
        )
      })}
    </>
  )
}
