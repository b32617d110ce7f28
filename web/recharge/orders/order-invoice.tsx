import { type Invoice } from '#contract/invoices/invoice-shapes.ts'
import { invoiceList } from '#contract/invoices/invoices.ts'
import type { Order } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { href } from '../../lib/href.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { InvoiceStateTag } from '../../ui/display/invoice-state-tag.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'

/** How many of the newest invoices are looked through. */
const LOOKED_THROUGH = 100
/** Rows of a page of the invoices. */
const PAGE_SIZE = 10

const LIVE: ReadonlySet<Invoice['state']> = new Set(['requested', 'issued', 'reversal_due'])

/** The order's newest invoice, or the way to one. Renders nothing while it is looked for. */
export function OrderInvoice({ order: { id, amount, refundedAmount } }: { order: Order }) {
  const load = useLoad(id, (signal) =>
    call(invoiceList, { page: 1, pageSize: LOOKED_THROUGH }, { signal, isQuiet: true }),
  )
  if (!load.data) return null
  const { list } = load.data
  const at = list.findIndex(({ orders }) => orders.some((order) => order.id === id))
  const invoice = list[at]
  const canAsk = (!invoice || !LIVE.has(invoice.state)) && refundedAmount < amount
  if (!invoice && !canAsk) return null
  const page = Math.floor(at / PAGE_SIZE) + 1
  return (
    <section className="card no-print" aria-labelledby="order-invoice">
      <div className="card-head">
        <h2 id="order-invoice">发票</h2>
        {invoice && <InvoiceStateTag state={invoice.state} />}
      </div>
      <p className="soft">{invoice ? invoice.name : '该订单尚未申请发票。'}</p>
      <div className="side-actions">
        {invoice && (
          <ButtonLink
            size="small"
            to={href('/account/invoices', {
              invoice: invoice.id,
              page: page === 1 ? undefined : page,
            })}
          >
            查看发票
          </ButtonLink>
        )}
        {canAsk && (
          <ButtonLink size="small" to={href('/account/invoices', { order: id })}>
            申请发票
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
