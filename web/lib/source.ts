import { readCookie, writeCookie } from './cookies.ts'

const COOKIE = 'user_source'
/** Original specification, section 9. */
const DAYS = 30
const MAX_LENGTH = 64

const REFERRERS: [host: RegExp, source: string][] = [
  [/(^|\.)(youtube\.com|youtu\.be)$/, 'youtube'],
  // the search alone: whoever comes from a mail or a document has not searched
  [/^((www|m|images|encrypted)\.)?google(\.[a-z]{2,3}){1,2}$/, 'google'],
]

/**
 * Where a visitor comes from (original specification, section 4): the address says so, else what
 * is stored stays, else the referrer tells. Undefined when nothing is known.
 */
export function trafficSource(
  search: string,
  stored: string | undefined,
  referrer: string,
): string | undefined {
  const query = new URLSearchParams(search)
  const named = beginningOf(query.get('source') || query.get('utm_source') || '')
  if (named !== '') return named
  if (stored) return stored
  const host = URL.parse(referrer)?.hostname ?? ''
  return REFERRERS.find(([pattern]) => pattern.test(host))?.[1]
}

/** Cut between two characters: half of one is no text, and could not be written into a cookie. */
function beginningOf(text: string): string {
  return text.slice(0, MAX_LENGTH).replace(/\p{Surrogate}$/u, '')
}

/** Keeps the traffic source of this address; to be called on every route change. */
export function recordSource(search: string): void {
  const stored = readCookie(COOKIE)
  const source = trafficSource(search, stored, document.referrer)
  if (source !== undefined && source !== stored) writeCookie(COOKIE, source, DAYS)
}
