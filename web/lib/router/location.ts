/** Where the visitor is: one entry of the browser's history. */
export interface Location {
  pathname: string
  /** With its `?`, '' for none. */
  search: string
  /** With its `#`, '' for none. */
  hash: string
  /** What whoever led here left for the page; it outlives a reload, but is in no address. */
  state: unknown
  /** Names the history entry. */
  key: string
}

/** Prerendering has no origin of its own. */
const ORIGIN = typeof location === 'undefined' ? 'http://prerender.invalid' : location.origin

/** The address a link leads to; null when it is not of this site. */
export function resolve(to: string, from: Location): URL | null {
  // to an empty link a browser adds the query it is at; here it is the page itself
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

/** As it stands in the address bar, without the origin. */
export function pathOf({ pathname, search, hash }: Omit<Location, 'state' | 'key'>): string {
  return pathname + search + hash
}

/** Another part of the same page, its top or the same part again. */
export function isPartOf(next: Location, shown: Location): boolean {
  const isSamePage = next.pathname === shown.pathname && next.search === shown.search
  return isSamePage && (next.hash !== '' || shown.hash !== '')
}

function newKey(): string {
  // crypto.randomUUID is not there by plain http
  return Math.random().toString(36).slice(2, 10)
}
