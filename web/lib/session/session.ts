import { useSyncExternalStore } from 'react'
import { forgetCookie, readCookie } from './cookies.ts'

/** The logged-in user as far as the page may know; `email` is masked. */
export interface SessionUser {
  nickname: string
  email: string
  /** Of this user alone; '' in a cookie of an earlier version. */
  mark: string
}

const COOKIE = '_userInfo'
const listeners = new Set<() => void>()
let seenCookie: string | undefined
let seenUser: SessionUser | null = null
/** The user that components show; `seenUser` changes with every read of the cookie. */
let shownUser: SessionUser | null = null

/** Presence of the cookie means logged in (original specification, section 4), whatever it holds. */
export function readSession(): SessionUser | null {
  const cookie = readCookie(COOKIE)
  if (cookie !== seenCookie) {
    seenCookie = cookie
    seenUser = cookie === undefined ? null : parseUser(cookie)
  }
  return seenUser
}

/** Reads the cookie again. To be called after every response of the server. */
export function refreshSession(): void {
  const user = readSession()
  document.documentElement.toggleAttribute('data-in', user !== null)
  if (user === shownUser) return
  shownUser = user
  for (const onChange of listeners) onChange()
}

/** Removes what says that somebody is logged in, also where other sites of the domain have set it. */
export function forgetLogin(): void {
  forgetCookie(COOKIE)
  notifyWindows()
  refreshSession()
}

/** To be called after a log-in and a log-out: other windows notice at once (also `before-paint.ts`). */
export function notifyWindows(): void {
  try {
    localStorage.setItem('session-changed', String(Date.now()))
  } catch {
    // without storage they notice when they are looked at
  }
}

/** Who is logged in; null in prerendered HTML and for visitors. */
export function useSession(): SessionUser | null {
  return useSyncExternalStore(subscribe, readSession, () => null)
}

/** Identifies a user. */
export function userKey({ nickname, email, mark }: SessionUser): string {
  return mark || `${email} ${nickname}`
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

/**
 * Reloads the page when another tab has logged in as somebody else. To be called before React hydrates: components
 * subscribe late. `before-paint.ts` does the same for a page that the back/forward cache restores.
 */
export function watchSession(): void {
  refreshSession()
  for (const sign of ['focus', 'visibilitychange', 'storage'])
    addEventListener(sign, reloadForOther)
  globalThis.cookieStore?.addEventListener('change', () => document.hasFocus() || reloadForOther())
}

/** Reads the cookie again; hides and reloads a page that was drawn for another user, and returns whether it does. */
export function reloadForOther(): boolean {
  const user = readSession()
  if (!shownUser || !user || userKey(shownUser) === userKey(user)) {
    refreshSession()
    return false
  }
  const root = document.documentElement
  // once, although a log-in changes several cookies (`before-paint.ts`)
  if (!root.hidden) location.reload()
  root.hidden = true
  return true
}

function parseUser(cookie: string): SessionUser {
  try {
    const value: unknown = JSON.parse(cookie)
    if (typeof value === 'object' && value !== null) {
      const given = (key: string) => textOf(value, key)
      return { nickname: given('nickname'), email: given('email'), mark: given('mark') }
    }
  } catch {
    // Not JSON: logged in all the same.
  }
  return { nickname: '', email: '', mark: '' }
}

function textOf(value: object, key: string): string {
  const found: unknown = Reflect.get(value, key)
  return typeof found === 'string' ? found : ''
}
