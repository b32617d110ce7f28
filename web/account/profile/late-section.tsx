import { useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { toast } from '../../lib/toast.ts'
import type { Profile } from './use-profile.ts'

type Cards = typeof import('./late-cards.tsx')

interface LateSectionProps {
  /** Undefined when it failed to load. */
  profile: Profile | undefined
}

/** The cards at the end of the page; they are loaded when the rest of the page is shown. */
export function LateSection({ profile }: LateSectionProps) {
  const [cards, setCards] = useState<Cards>()

  useEffect(() => {
    loadChunk(() => import('./late-cards.tsx')).then(
      (loaded) => setCards(loaded),
      () => toast('页面没有载入完整，请刷新页面', 'bad'),
    )
  }, [])

  return cards ? <cards.LateCards profile={profile} /> : <div hidden aria-busy />
}
