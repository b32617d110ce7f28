import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import type { SitePath } from '#contract/addresses.ts'
import { Icon } from '../../ui/icon/icon.tsx'

/** A link from a page section to the page with all of it. */
export function MoreLink({ to, children }: { to: SitePath; children: ReactNode }) {
  return (
    <Link className="more" to={to}>
      {children}
      <Icon name="arrow" />
    </Link>
  )
}
