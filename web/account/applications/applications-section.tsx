import { useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { toast } from '../../lib/toast.ts'

type Cards = typeof import('./application-cards.tsx')

/** The cards of API keys and applications; they are loaded when the rest of the page is shown. */
export function ApplicationsSection({ email }: { email: string }) {
  const [cards, setCards] = useState<Cards>()

  useEffect(() => {
    loadChunk(() => import('./application-cards.tsx')).then(
      (loaded) => setCards(loaded),
      () => toast('密钥和应用没能载入，请刷新页面', 'bad'),
    )
  }, [])

  return cards ? <cards.ApplicationCards email={email} /> : <div hidden aria-busy />
}
