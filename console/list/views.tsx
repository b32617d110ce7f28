import type { ReactNode } from 'react'
import { Link } from '#web/lib/router/link.tsx'

interface ViewsProps {
  label: string
  children: ReactNode
}

/** Links above a list to its views. */
export function Views({ label, children }: ViewsProps) {
  return (
    <nav className="views" aria-label={label}>
      {children}
    </nav>
  )
}

interface ViewLinkProps {
  to: string
  isCurrent?: boolean
  count?: number
  children: ReactNode
}

export function ViewLink({ to, isCurrent = false, count, children }: ViewLinkProps) {
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
      {children}
      {count !== undefined && <span className="count">{count}</span>}
    </Link>
  )
}
