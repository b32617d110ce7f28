import { readCookie } from './cookies.ts'

export const CSRF_HEADER = 'x-csrf-token'
const COOKIE = '_csrf'
/** Original specification, section 9. */
const FETCH_DELAY_MS = 100

let fetching: Promise<void> | undefined

/** The token to send along; undefined before the first one came. */
export function csrfTokenOfCookie(): string | undefined {
  return readCookie(COOKIE) || undefined
}

/** Asks for a token by `fetchToken`; callers at the same time share one request. */
export function renewCsrfToken(fetchToken: () => Promise<unknown>): Promise<void> {
  fetching ??= fetchToken()
    .then(() => undefined)
    .finally(() => (fetching = undefined))
  return fetching
}

/** About 100 ms after load, unless the visitor brought a token along. */
export function scheduleCsrfToken(fetchToken: () => Promise<unknown>): void {
  setTimeout(() => {
    if (csrfTokenOfCookie() !== undefined) return
    // The catalogue has told the visitor; the next unsafe call tries again.
    renewCsrfToken(fetchToken).catch(() => undefined)
  }, FETCH_DELAY_MS)
}
