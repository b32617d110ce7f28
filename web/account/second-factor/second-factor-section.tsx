import { useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ListCard } from '../frame/list-card.tsx'

type Card = typeof import('./second-factor-card.tsx')

interface SecondFactorSectionProps {
  /** Undefined while the profile loads. */
  email: string | undefined
}

/** The card 两步验证; it is loaded when the rest of the page is shown, and keeps its place until then. */
export function SecondFactorSection({ email }: SecondFactorSectionProps) {
  const [card, setCard] = useState<Card>()
  const isShown = email !== undefined

  useEffect(() => {
    if (!isShown) return
    loadChunk(() => import('./second-factor-card.tsx')).then(
      (loaded) => setCard(loaded),
      () => toast('两步验证没能载入，请刷新页面', 'bad'),
    )
  }, [isShown])

  if (card && isShown) return <card.SecondFactorCard email={email} />
  return (
    <div className="factor-card">
      <ListCard title="两步验证">
        <Skeleton lines={2} />
      </ListCard>
    </div>
  )
}
