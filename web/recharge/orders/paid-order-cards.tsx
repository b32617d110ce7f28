import type { Order } from '#contract/shapes.ts'
import { useSite } from '../../lib/site.ts'
import { OrderInvoice } from './order-invoice.tsx'
import { OrderRefund } from './order-refund.tsx'

/** What a paid order has beside its receipt: refund, and invoice where the operator offers one. */
export function PaidOrderCards({ order }: { order: Order }) {
  const { invoices } = useSite()
  return (
    <>
      <OrderRefund order={order} />
      {invoices && <OrderInvoice order={order} />}
    </>
  )
}
