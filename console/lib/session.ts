import { useSyncExternalStore } from 'react'
import type { SignedInOperator } from '#contract/console/shapes.ts'

/** What the console knows about this browser's session. */
export interface ConsoleSession {
  /** False until the server has answered. */
  isRead: boolean
  /** For the header of every POST; '' before the first answer. */
  csrf: string
  operator: SignedInOperator | null
  /** The session of this browser began at another network address. */
  isElsewhere: boolean
  /** No operator exists yet. */
  isNew: boolean
}

const NONE: ConsoleSession = {
  isRead: false,
  csrf: '',
  operator: null,
  isElsewhere: false,
  isNew: false,
}

const listeners = new Set<() => void>()
let session = NONE

export function currentSession(): ConsoleSession {
  return session
}

export function changeSession(change: Partial<ConsoleSession>): void {
  session = { ...session, ...change }
  for (const onChange of listeners) onChange()
}

/** Changes what is known of the operator, if one is signed in. */
export function changeOperator(change: Partial<SignedInOperator>): void {
  const { operator } = session
  if (operator) changeSession({ operator: { ...operator, ...change } })
}

/** Forgets everything, as before the first answer. */
export function resetSession(): void {
  changeSession(NONE)
}

export function useSession(): ConsoleSession {
  return useSyncExternalStore(subscribe, currentSession, currentSession)
}

/** The operator of pages that are only shown after the sign-in. */
export function useOperator(): SignedInOperator {
  const { operator } = useSession()
  if (operator === null) throw new Error('This part is shown to signed-in operators only')
  return operator
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}
