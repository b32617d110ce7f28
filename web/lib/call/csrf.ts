import { forgetCookie, readCookie } from '../session/cookies.ts'
import { whenLoaded } from '../loading/when-loaded.ts'
import { whenActivated } from '../loading/when-activated.ts'

const COOKIE = '_csrf'
/** Original specification, section 9. */
const FETCH_DELAY_MS = 100
const FIRST_TIMEOUT_MS = 10_000

let firstAttempt: Promise<boolean> = Promise.resolve(true)
let firstFetch: Promise<boolean> | undefined
let fetching: Promise<void> | undefined

/** The headers of every call. */
export function callHeaders(): Record<string, string> {
  const token = readCookie(COOKIE)
  return {
    accept: 'application/json',
    ...(token && { 'x-csrf-token': token }),
    ...(import.meta.env['VITE_DEV_MODE'] && { 'x-dev-mode': '1' }),
  }
}

/** False also where the browser refuses cookies. */
export function hasCsrfToken(): boolean {
  return Boolean(readCookie(COOKIE))
}

/** Calls `fetchToken` unless a token is present or being fetched. */
export async function ensureCsrfToken(fetchToken: () => Promise<unknown>): Promise<void> {
  if (!hasCsrfToken()) await firstFetch
  if (!hasCsrfToken()) await renewCsrfToken(fetchToken)
}

/** Calls `fetchToken` when the server has refused the token, which may be one that somebody else has set. */
export function replaceCsrfToken(fetchToken: () => Promise<unknown>): Promise<void> {
  if (fetching === undefined) forgetCookie(COOKIE)
  return renewCsrfToken(fetchToken)
}

/** Calls `fetchToken`; concurrent callers share one request. */
export function renewCsrfToken(fetchToken: () => Promise<unknown>): Promise<void> {
  fetching ??= fetchToken()
    .then(() => undefined)
    .finally(() => (fetching = undefined))
  return fetching
}

/**
 * Fetches a token about 100 ms after a visible page has loaded, unless the browser holds one already;
 * works without the app. False when that failed.
 */
export function fetchFirstCsrfToken(): Promise<boolean> {
  firstAttempt = new Promise((resolve) => {
    function fetchOnce() {
      if (!hasCsrfToken()) firstFetch = fetchWithoutContract()
      resolve(firstFetch ?? true)
    }
    whenActivated(() => whenLoaded(() => setTimeout(fetchOnce, FETCH_DELAY_MS)))
  })
  return firstAttempt
}

/** The result of `fetchFirstCsrfToken`, for the app, which starts later. */
export function hasFirstCsrfToken(): Promise<boolean> {
  return firstAttempt
}

async function fetchWithoutContract(): Promise<boolean> {
  const { site } = JSON.parse(document.getElementById('site')!.textContent)
  // the contract, which names the path, would bring zod into every public page
  return fetch(`${site.apiBase}/clients/web/csrf/token`, {
    credentials: 'include',
    headers: callHeaders(),
    signal: AbortSignal.timeout(FIRST_TIMEOUT_MS),
  })
    .then(async (answer) => {
      // an unread body would keep the connection open
      await answer.text()
      return answer.ok
    })
    .catch(() => false)
}
