import type { ReactNode } from 'react'
import { Arc } from '#web/ui/icon/arc.tsx'

interface MessageScreenProps {
  title: string
  children: ReactNode
  actions: ReactNode
}

/** A page of one message with its next step. */
export function MessageScreen({ title, children, actions }: MessageScreenProps) {
  return (
    <div className="message-screen" role="alert">
      <Arc
        width={160}
        height={62}
        count={14}
        endRadius={1.2}
        topRadius={2.5}
        foot={8}
        shore={24}
        star={8}
      />
      <h1>{title}</h1>
      <p className="soft">{children}</p>
      <div className="row-actions">{actions}</div>
    </div>
  )
}
