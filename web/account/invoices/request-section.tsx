import { useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { RequestProps } from './request-card.tsx'

type Card = typeof import('./request-card.tsx')

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
