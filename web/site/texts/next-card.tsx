import type { ReactNode } from 'react'
import { AnyLink } from '../../ui/action/any-link.tsx'
import { Icon } from '../../ui/icon/icon.tsx'

interface NextCardProps {
  /** Small text above the link text. */
  before: string
  to: string
  children: ReactNode
}

/** A link to the next page at the end of a text. */
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
