import type { ReactNode, ComponentProps } from 'react'
import { Link } from '../../lib/router/link.tsx'

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

/** A link to another site. It opens in a new tab without access to this page. */
export function OutsideLink({ children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a target="_blank" rel="noopener" {...rest}>
      {children}
    </a>
  )
}
