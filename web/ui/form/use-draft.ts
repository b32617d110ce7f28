import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from '../../lib/router/contexts.ts'
import { userKey, useSession } from '../../lib/session/session.ts'
import { useLoginRedirect } from '../action/use-login-redirect.ts'
import * as z from 'zod/mini'

/**
 * Keeps a form's values when the session ends before it is sent: `leave` stores them and redirects to the
 * login; the form restores them when the user comes back. On pages that do not require a login `leave`
 * does nothing and returns false.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>): { leave: () => boolean } {
  const { pathname } = useLocation()
  const goToLogin = useLoginRedirect()
  const session = useSession()
  const owner = useRef('')

  useEffect(() => {
    if (!session) return
    owner.current = userKey(session)
    if (form.current) restoreDraft(form.current, { path: pathname, owner: owner.current })
  }, [session, pathname, form])

  function leave(): boolean {
    const isLeaving = goToLogin()
    if (isLeaving && form.current)
      storeDraft(form.current, { path: pathname, owner: owner.current })
    return isLeaving
  }
  return { leave }
}

const KEY = 'draft'

const draft = z.object({
  /** Path of the form's page. */
  path: z.string(),
  /** Mark of the user whose session ended. */
  owner: z.string(),
  typed: z.catchall(z.object({}), z.string()),
})

type Place = Pick<z.output<typeof draft>, 'path' | 'owner'>

/** Codes, passwords and card data are never stored. */
const SECRET = /password|one-time-code|cc-/

/** Stores the form's values for this tab, without secrets. */
function storeDraft(form: HTMLFormElement, place: Place): void {
  const typed = Object.fromEntries(openInputs(form).map(({ name, value }) => [name, value]))
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...place, typed }))
  } catch {
    // Storage is full or forbidden: the draft is lost.
  }
}

/** Restores a draft of the same page and user into the form, once. */
function restoreDraft(form: HTMLFormElement, { path, owner }: Place): void {
  const kept = readDraft()
  if (kept?.path !== path) return
  const inputs = openInputs(form).filter(({ name }) => name in kept.typed)
  if (kept.owner === owner) for (const input of inputs) input.value = kept.typed[input.name] ?? ''
  if (kept.owner !== owner || inputs.length > 0) sessionStorage.removeItem(KEY)
}

function readDraft(): z.output<typeof draft> | undefined {
  try {
    return draft.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data
  } catch {
    return undefined
  }
}

function openInputs(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements].filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement &&
      element.name !== '' &&
      !element.hidden &&
      !['password', 'checkbox', 'radio', 'hidden', 'file'].includes(element.type) &&
      !SECRET.test(element.autocomplete),
  )
}
