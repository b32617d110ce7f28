/** One entry of the browser's history. */
export interface Location {
  pathname: string
  /** With its `?`, '' for none. */
  search: string
  /** With its `#`, '' for none. */
  hash: string
  /** History state for the page; survives a reload and is not in the address. */
  state: unknown
  /** Identifies the history entry. */
  key: string
}

/** Prerendering has no origin of its own. */
const ORIGIN = typeof location === 'undefined' ? 'http://prerender.invalid' : location.origin

/** The URL of a link; null for another site. */
export function resolveLink(to: string, from: Location): URL | null {
  // a browser keeps the query for an empty link; here it means the page itself
  const url = URL.parse(to === '' ? from.pathname : to, ORIGIN + pathOf(from))
  return url?.origin === ORIGIN ? url : null
}

export function locationOf(
  { pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>,
  state: unknown = null,
  key: string = newKey(),
): Location {
  return { pathname, search, hash, state, key }
}

/** Path, query and hash. */
export function pathOf({ pathname, search, hash }: Omit<Location, 'state' | 'key'>): string {
  return pathname + search + hash
}

/** Whether `next` only moves within the page shown: to a part of it, or back to its top. */
export function isHashNavigation(next: Location, shown: Location): boolean {
  const isSamePage = next.pathname === shown.pathname && next.search === shown.search
  return isSamePage && (next.hash !== '' || shown.hash !== '')
}

function newKey(): string {
  // crypto.randomUUID is not there by plain http
  // oxlint-disable-next-line house/random-from-crypto -- names an entry of the history, no secret
  return Math.random().toString(36).slice(2, 10)
}
