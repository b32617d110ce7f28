import { useEffect, useState } from 'react'
import type { Invoice } from '#contract/invoice-shapes.ts'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

type Card = typeof import('./request-card.tsx')

export interface RequestProps {
  /** The order that is chosen at first. */
  order: string | undefined
  onDone: (invoice: Invoice) => void
}

/** The form for a new invoice; its script is loaded when it is opened. */
export function RequestSection(props: RequestProps) {
  const [card, setCard] = useState<Card>()

  useEffect(() => {
    loadChunk(() => import('./request-card.tsx')).then(
      (loaded) => setCard(loaded),
      () => toast('申请表没能载入，请刷新页面', 'bad'),
    )
  }, [])

  return card ? (
    <card.RequestCard {...props} />
  ) : (
    <section className="card invoice-request" aria-busy aria-label="申请发票">
      <Skeleton lines={8} />
    </section>
  )
}
