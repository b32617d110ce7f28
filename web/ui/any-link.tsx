import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OutsideLink } from './outside-link.tsx'

/** A link whose address the operator chose: a path of this site, or another site. */
export function AnyLink({ to, children }: { to: string; children: ReactNode }) {
  return to.startsWith('/') ? (
    <Link to={to}>{children}</Link>
  ) : (
    <OutsideLink href={to}>{children}</OutsideLink>
  )
}
