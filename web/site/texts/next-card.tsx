import type { ReactNode } from 'react'
import { AnyLink } from '../../ui/action/any-link.tsx'
import { Icon } from '../../ui/icon/icon.tsx'

interface NextCardProps {
  /** Small, over the link's words. */
  before: string
  to: string
  children: ReactNode
}

/** Where to go from the end of a text. */
export function NextCard({ before, to, children }: NextCardProps) {
  return (
    <AnyLink className="card" to={to}>
      <span className="faint">{before}</span>
      <strong>
        {children}
        <Icon name="arrow" />
      </strong>
    </AnyLink>
  )
}
