import type { ReactNode } from 'react'
import { Clauses } from '../ui/display/clauses.tsx'
import { useSiteAddress } from './use-site-address.ts'

interface PageHeadProps {
  /** A sentence under the title. */
  lead?: ReactNode
  /** Above the title, like a link back. */
  above?: ReactNode
  /** To the right of the title. */
  children?: ReactNode
}

/** The head of an account page: its h1 is the title of its address. */
export function PageHead({ lead, above, children }: PageHeadProps) {
  const { meta } = useSiteAddress()
  return (
    <header className="page-head">
      {above === undefined ? (
        <h1>{meta.title}</h1>
      ) : (
        <div>
          {above}
          <h1>{meta.title}</h1>
        </div>
      )}
      {children}
      {lead !== undefined && <p>{typeof lead === 'string' ? <Clauses of={lead} /> : lead}</p>}
    </header>
  )
}
