import { createContext, type ReactNode, use, useEffect, useEffectEvent } from 'react'
import { type ActionForm, listActionForms } from '#contract/console/actions.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Load, useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'

type ActionForms = OutputOf<typeof listActionForms>
export type ActionGroup = ActionForms['groups'][number]

const ActionFormsContext = createContext<Load<ActionForms> | null>(null)

/** Between two calls while the server is out of reach. */
const RETRY_MS = 3_000

/** Loads the actions of this operator's role, once for all pages; without them no page has a button, so it asks again until they are there. */
export function ActionFormsProvider({ children }: { children: ReactNode }) {
  const load = useLoad('action-forms', (signal) =>
    callConsole(listActionForms, {}, { signal, isQuiet: true }),
  )
  const { error } = load
  const retry = useEffectEvent(load.reload)
  useEffect(() => {
    if (error === undefined || error.status === 401) return undefined
    const timer = setTimeout(retry, RETRY_MS)
    return () => clearTimeout(timer)
  }, [error])
  return <ActionFormsContext value={load}>{children}</ActionFormsContext>
}

export function useActionForms(): Load<ActionForms> {
  const load = use(ActionFormsContext)
  if (load === null) throw new Error('There is no ActionFormsProvider above this component')
  return load
}

/** The form of a command; undefined while they load, and where the role may not run it. */
export function findActionForm(
  forms: ActionForms | undefined,
  command: string,
): ActionForm | undefined {
  return forms?.groups.flatMap((group) => group.forms).find((form) => form.command === command)
}
