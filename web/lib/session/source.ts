import { optional } from '../loading/optional.ts'
import { readCookie, writeCookie } from './cookies.ts'

const COOKIE = 'user_source'
/** Original specification, section 9. */
const DAYS = 30
const MAX_LENGTH = 64

const REFERRERS: [host: RegExp, source: string][] = [
  [/(^|\.)(youtube\.com|youtu\.be)$/, 'youtube'],
  // the search only, not mail or documents
  [/^((www|m|images|encrypted)\.)?google(\.[a-z]{2,3}){1,2}$/, 'google'],
]

/**
 * The traffic source (original specification, section 4): from the address, else the stored one, else from
 * the referrer. A page that leads to the login names its own address and referrer there. Undefined when unknown.
 */
export function trafficSource(
  search: string,
  stored: string | undefined,
  referrer: string,
): string | undefined {
  const query = new URLSearchParams(search)
  const [, searchBefore] = query.get('redirect')?.split('?') ?? []
  const named = nameIn(query) || nameIn(new URLSearchParams(searchBefore))
  if (named !== '') return named
  if (stored) return stored
  const host = URL.parse(query.get('referrer') ?? referrer)?.hostname ?? ''
  return REFERRERS.find(([pattern]) => pattern.test(host))?.[1]
}

function nameIn(query: URLSearchParams): string {
  return beginningOf(query.get('source') || query.get('utm_source') || '')
}

/** Cut between characters: half a surrogate pair cannot be encoded into a cookie. */
function beginningOf(text: string): string {
  return text.slice(0, MAX_LENGTH).replace(/\p{Surrogate}$/u, '')
}

/** Stores the traffic source in its cookie; to be called on every route change. */
export function recordSource(search: string): void {
  optional(() => {
    const stored = readCookie(COOKIE)
    const source = trafficSource(search, stored, document.referrer)
    if (source !== undefined && source !== stored) writeCookie(COOKIE, source, DAYS)
  })
}
