import type { ReactNode } from 'react'
import { useSite } from '../lib/site.ts'
import { OutsideLink } from '../ui/outside-link.tsx'

/** A sentence that ends in the operator's first support link; nothing when there is none. */
export function SupportLine({ children }: { children: ReactNode }) {
  const { support } = useSite()
  const chat = support.find((entry) => entry.kind !== 'qr')
  if (chat === undefined) return null
  return (
    <p className="soft">
      {children}
      <OutsideLink href={chat.url}>问问客服</OutsideLink>
    </p>
  )
}
