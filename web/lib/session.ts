import { useSyncExternalStore } from 'react'
import { readCookie } from './cookies.ts'

/** What the page may know of who is logged in; `email` is masked. */
export interface SessionUser {
  nickname: string
  email: string
}

const COOKIE = '_userInfo'
const listeners = new Set<() => void>()
let seenCookie: string | undefined
let seenUser: SessionUser | null = null

/** Presence of the cookie means logged in (original specification, section 4), whatever it holds. */
export function readSession(): SessionUser | null {
  const cookie = readCookie(COOKIE)
  if (cookie !== seenCookie) {
    seenCookie = cookie
    seenUser = cookie === undefined ? null : parseUser(cookie)
  }
  return seenUser
}

/** To be called when the cookie may have changed: after every answer of the server. */
export function refreshSession(): void {
  const before = seenUser
  const now = readSession()
  document.documentElement.toggleAttribute('data-in', now !== null)
  if (now !== before) for (const tell of listeners) tell()
}

/** Who is logged in; null in prerendered HTML and for visitors. */
export function useSession(): SessionUser | null {
  return useSyncExternalStore(subscribe, readSession, () => null)
}

/** Tells one user from another: what the mask leaves of an e-mail many share, hence the nickname too. */
export function markOf({ nickname, email }: SessionUser): string {
  return `${email} ${nickname}`
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  addEventListener('focus', lookAgain)
  addEventListener('pageshow', lookAgain)
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    removeEventListener('focus', lookAgain)
    removeEventListener('pageshow', lookAgain)
  }
}

/** Another tab may have logged in or out meanwhile. What is shown of one user is not for the next. */
function lookAgain(): void {
  const before = seenUser
  refreshSession()
  if (!before || !seenUser || markOf(before) === markOf(seenUser)) return
  // until the new page comes, which may take its time
  document.documentElement.hidden = true
  location.reload()
}

function parseUser(cookie: string): SessionUser {
  try {
    const value: unknown = JSON.parse(cookie)
    if (typeof value === 'object' && value !== null) {
      return { nickname: textOf(value, 'nickname'), email: textOf(value, 'email') }
    }
  } catch {
    // Not JSON: logged in all the same.
  }
  return { nickname: '', email: '' }
}

function textOf(value: object, key: string): string {
  const found: unknown = Reflect.get(value, key)
  return typeof found === 'string' ? found : ''
}
