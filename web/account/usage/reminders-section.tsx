import { useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { toast } from '../../lib/toast.ts'

type Card = typeof import('./reminders-card.tsx')

/** The card of reminder mails; it is loaded when the rest of the page is shown. */
export function RemindersSection() {
  const [card, setCard] = useState<Card>()

  useEffect(() => {
    loadChunk(() => import('./reminders-card.tsx')).then(
      (loaded) => setCard(loaded),
      () => toast('邮件提醒没能载入，请刷新页面', 'bad'),
    )
  }, [])

  return card ? <card.RemindersCard /> : <div hidden aria-busy />
}
