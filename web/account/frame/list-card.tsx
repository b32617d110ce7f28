import { type ReactNode, useId } from 'react'
import { Link } from '../../lib/router/link.tsx'
import type { SitePath } from '#contract/addresses.ts'
import { Icon } from '../../ui/icon/icon.tsx'

interface ListCardProps {
  title: string
  /** The page with the whole list. */
  all?: SitePath
  children: ReactNode
}

/** A titled card with an optional link to the whole list. */
export function ListCard({ title, all, children }: ListCardProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {all && (
          <Link className="more" to={all} aria-label={`全部${title}`}>
            全部
            <Icon name="next" />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
