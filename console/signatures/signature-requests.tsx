import { createContext, type ReactNode, use } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { listSignatureRequests } from '#contract/console/staff/signatures.ts'
import { useLocation } from '#web/lib/router/contexts.ts'
import { type Load, useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { useOperator } from '../lib/session.ts'

type Requests = OutputOf<typeof listSignatureRequests>
const NONE: Requests = { requests: [], signsLater: null, ended: [] }

const RequestsContext = createContext<Load<Requests> | null>(null)

/** Loads the requests that this operator may sign or has made, for rail and page, anew on every page that is opened. */
export function SignatureRequestsProvider({ children }: { children: ReactNode }) {
  const { permissions } = useOperator()
  const isConcerned = permissions.includes('sign')
  const { pathname } = useLocation()
  const load = useLoad(`signatures ${pathname}`, async (signal): Promise<Requests> => {
    if (!isConcerned) return NONE
    return callConsole(listSignatureRequests, {}, { signal, isQuiet: true, isSilent: true })
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
  const { requests, signsLater } = useSignatureRequests().data ?? NONE
  return signsLater === null ? requests.filter(({ isOwn }) => !isOwn).length : 0
}
