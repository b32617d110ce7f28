import { useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { toast } from '../../lib/toast.ts'

type Card = typeof import('./second-factor-card.tsx')

/** The card 两步验证; it is loaded when the rest of the page is shown. */
export function SecondFactorSection({ email }: { email: string }) {
  const [card, setCard] = useState<Card>()

  useEffect(() => {
    loadChunk(() => import('./second-factor-card.tsx')).then(
      (loaded) => setCard(loaded),
      () => toast('两步验证没能载入，请刷新页面', 'bad'),
    )
  }, [])

  return card ? <card.SecondFactorCard email={email} /> : <div hidden aria-busy />
}
