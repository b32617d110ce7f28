import { useEffect, useState } from 'react'
import type { Order } from '#contract/shapes.ts'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { useSite } from '../../lib/site.ts'

type Card = typeof import('./order-invoice.tsx')

/** The invoice of a paid order; its script is loaded when the rest of the page is shown. */
export function OrderInvoiceSection({ order }: { order: Order }) {
  const isOffered = useSite().invoices !== undefined && order.paidAt !== undefined
  const [card, setCard] = useState<Card>()

  useEffect(() => {
    if (!isOffered) return
    // without it the page of invoices still has all there is
    loadChunk(() => import('./order-invoice.tsx')).then(setCard, () => undefined)
  }, [isOffered])

  return isOffered && card ? <card.OrderInvoice order={order} /> : null
}
