import { useEffect, useRef } from 'react'
import { useLocation } from '../../lib/router/contexts.ts'
import { LoadFailed } from '../../ui/feedback/loaded.tsx'
import { ListCard } from '../frame/list-card.tsx'
import { ApiKeysCard } from './api-keys-card.tsx'
import { GrantsCard } from './grants-card.tsx'
import { useApplications } from './use-applications.ts'

const ANCHOR = 'api-keys'

/** The cards of API keys and applications; the address `#api-keys` scrolls to them. */
export function ApplicationCards({ email }: { email: string }) {
  const load = useApplications()
  const place = useRef<HTMLDivElement>(null)
  const isWanted = useLocation().hash === `#${ANCHOR}`
  const isSettled = load.data !== undefined || load.error !== undefined

  useEffect(() => {
    if (isSettled && isWanted) place.current?.scrollIntoView({ block: 'start' })
  }, [isSettled, isWanted])

  return (
    <div className="late-cards" id={ANCHOR} ref={place} aria-busy={!isSettled}>
      <Cards load={load} email={email} />
    </div>
  )
}

/** Nothing in a shop without applications. */
function Cards({ load, email }: { load: ReturnType<typeof useApplications>; email: string }) {
  const { data, error } = load
  const failure = error && <LoadFailed load={load} what="密钥和应用" />
  if (!data) return failure && <ListCard title="API 密钥">{failure}</ListCard>
  if (data.applications.length + data.keys.length === 0) return null
  const shown = { ...data, onChange: load.reload }
  return (
    <>
      {/* above what was loaded before: a new key may be on show */}
      {failure}
      <ApiKeysCard {...shown} email={email} />
      <GrantsCard {...shown} />
    </>
  )
}
