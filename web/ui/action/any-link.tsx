import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { OutsideLink } from './outside-link.tsx'

interface AnyLinkProps {
  to: string
  className?: string
  children: ReactNode
}

/** A link whose address the operator chose: a path of this site, or another site. */
export function AnyLink({ to, children, ...rest }: AnyLinkProps) {
  return to.startsWith('/') ? (
    <Link to={to} {...rest}>
      {children}
    </Link>
  ) : (
    <OutsideLink href={to} {...rest}>
      {children}
    </OutsideLink>
  )
}
