import { createContext, type ReactNode, use } from 'react'
import { listSignatureRequests, type SignatureRequest } from '#contract/console/staff/signatures.ts'
import { useLocation } from '#web/lib/router/contexts.ts'
import { type Load, useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { useOperator } from '../lib/session.ts'

type Requests = readonly SignatureRequest[]

const RequestsContext = createContext<Load<Requests> | null>(null)

/** Loads the requests that this operator may sign or has made, for rail and page, anew on every page that is opened. */
export function SignatureRequestsProvider({ children }: { children: ReactNode }) {
  const { permissions } = useOperator()
  const isConcerned = permissions.includes('sign')
  const { pathname } = useLocation()
  const load = useLoad(`signatures ${pathname}`, async (signal): Promise<Requests> => {
    if (!isConcerned) return []
    const { requests } = await callConsole(
      listSignatureRequests,
      {},
      { signal, isQuiet: true, isSilent: true },
    )
    return requests
  })
  return <RequestsContext value={load}>{children}</RequestsContext>
}

export function useSignatureRequests(): Load<Requests> {
  const load = use(RequestsContext)
  if (load === null) throw new Error('There is no SignatureRequestsProvider above this component')
  return load
}

/** How many requests wait for this operator's signature. */
export function useWaitingSignatures(): number {
  const { data = [] } = useSignatureRequests()
  return data.filter(({ isOwn }) => !isOwn).length
}
