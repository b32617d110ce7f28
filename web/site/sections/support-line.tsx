import type { ReactNode } from 'react'
import { useSupport } from '../../shell/help/support.ts'
import { OutsideLink } from '../../ui/action/outside-link.tsx'

/** A sentence with the operator's first support link at its end; renders nothing without one. */
export function SupportLine({ children }: { children: ReactNode }) {
  const [chat] = useSupport().chats
  if (chat === undefined) return null
  return (
    <p className="soft">
      {children}
      <OutsideLink href={chat.url}>问问客服</OutsideLink>
    </p>
  )
}
