import { useEffect, useRef } from 'react'
import { useLocation } from '../../lib/router/contexts.ts'
import { LoadFailed } from '../../ui/feedback/loaded.tsx'
import { ListCard } from '../frame/list-card.tsx'
import { GrantsCard } from './grants-card.tsx'
import { useApplications } from './use-applications.ts'

const ANCHOR = 'applications'

/** The applications that may spend the user's credit, if any; the address `#applications` scrolls to them. */
export function GrantsSection() {
  const load = useApplications()
  const { data, error } = load
  const place = useRef<HTMLDivElement>(null)
  const isWanted = useLocation().hash === `#${ANCHOR}`
  const isSettled = data !== undefined || error !== undefined

  useEffect(() => {
    if (isSettled && isWanted) place.current?.scrollIntoView({ block: 'start' })
  }, [isSettled, isWanted])

  return (
    <div className="late-cards" id={ANCHOR} ref={place} aria-busy={!isSettled}>
      {error && (
        <ListCard title="已授权的应用">
          <LoadFailed load={load} what="应用" />
        </ListCard>
      )}
      {data && <GrantsCard {...data} onChange={load.reload} />}
    </div>
  )
}
