import type { ComponentType } from 'react'
import { browserHistory, type History, memoryHistory } from './history.ts'
import { isPartOf, type Location, locationOf, pathOf, resolve } from './location.ts'
import { type Outcome, pagesOf, Redirect, type Route } from './route.ts'

/** What is shown. */
export interface Shown {
  location: Location
  route: Route
  /** Missing until the page that a document begins with is loaded, and when it could not be. */
  Component?: ComponentType | undefined
  data?: unknown
  failure?: { error: unknown } | undefined
  /** The visitor stays where he has scrolled to. */
  keepsScroll: boolean
}

export interface RouterState {
  /** Of what is shown. */
  location: Location
  shown: Shown
  /** Where the visitor is going while it loads. */
  next?: Location | undefined
}

export interface NavigateOptions {
  /** Takes the place of the present history entry. */
  replace?: boolean | undefined
  /** For the page there, beside its address: `useLocation().state`. */
  state?: unknown
  preventScrollReset?: boolean | undefined
}

export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>

export interface Router {
  /** As it was at the start: what prerendered HTML shows. */
  readonly first: RouterState
  readonly state: RouterState
  subscribe: (listener: (state: RouterState) => void) => () => void
  /**
   * Leads to an address of this site; throws for any other. Fulfilled when the page is there, could
   * not be loaded, or another navigation has overtaken this one.
   */
  navigate: Navigate
  /** False for another site and for a document of its own: there the browser leads. */
  isWithin: (to: string) => boolean
  preload: (to: string) => void
  dispose: () => void
}

interface RouterOptions {
  /** The whole page stood in the HTML, and the browser has scrolled it to its old position. */
  isTakenOver?: boolean
}

export function createBrowserRouter(routes: readonly Route[], options?: RouterOptions): Router {
  return createRouter(routes, browserHistory(), options)
}

/** A router that touches no history, for tests and prerendering. */
export function createMemoryRouter(
  routes: readonly Route[],
  { initialEntries: [at] }: { initialEntries: readonly [string] },
): Router {
  return createRouter(routes, memoryHistory(at))
}

export function createRouter(
  routes: readonly Route[],
  history: History,
  { isTakenOver = false }: RouterOptions = {},
): Router {
  const pages = pagesOf(routes)
  const listeners = new Set<(state: RouterState) => void>()
  let running = new AbortController()
  const first = stateOf(begin())
  let state = first
  const stopListening = history.listen(() => void step())
  if (!isReady(state.shown)) void arrive()

  /** What can be shown before anything is fetched. */
  function begin(): Shown {
    const location = history.read()
    const route = pages.find(location.pathname)
    const isWhole = route.Component !== undefined && route.loader === undefined
    const Component = isWhole ? route.Component : undefined
    return { location, route, Component, keepsScroll: isTakenOver }
  }

  function publish(shown: Shown, next?: Location): void {
    state = stateOf(shown, next)
    for (const listener of listeners) listener(state)
  }

  /** The page of a document that came without it. */
  function arrive(): Promise<void> {
    return show(state.location, history.replace, false)
  }

  /** Back or forward: the address has changed already. */
  async function step(): Promise<void> {
    const location = history.read()
    if (isElsewhere(location)) history.reload()
    else await show(location, null, false)
  }

  async function navigate(to: string, options: NavigateOptions = {}): Promise<void> {
    const url = resolve(to, state.location)
    if (url === null) throw new Error(`${to} is no address of this site`)
    const next = locationOf(url, options.state)
    await go(next, options.replace ? history.replace : history.push, options.preventScrollReset)
  }

  async function go(
    next: Location,
    write: History['push'],
    keepsScroll: boolean = false,
  ): Promise<void> {
    if (!isElsewhere(next)) return show(next, write, keepsScroll)
    halt()
    if (state.next) publish(state.shown)
    history.leave(pathOf(next), write === history.replace)
  }

  function isElsewhere(location: Location): boolean {
    const { isDocument = false } = pages.find(location.pathname)
    return isDocument && !isPartOf(location, state.location)
  }

  function halt(): AbortSignal {
    running.abort()
    running = new AbortController()
    return running.signal
  }

  /** Loads a page and shows it, unless another is wanted meanwhile; then nothing is written. */
  async function show(
    location: Location,
    write: History['push'] | null,
    keepsScroll: boolean,
  ): Promise<void> {
    const signal = halt()
    const { shown } = state
    if (isReady(shown) && !shown.failure && isPartOf(location, shown.location)) {
      write?.(location)
      publish({ ...shown, location, keepsScroll })
      return
    }
    const route = pages.find(location.pathname)
    const { pathname, search } = location
    let outcome: Outcome | Redirect | Promise<Outcome | Redirect>
    outcome = pages.load(route, { pathname, search, signal })
    if (outcome instanceof Promise) {
      if (location !== shown.location) publish(shown, location)
      outcome = await outcome
      if (signal.aborted) return
    }
    if (outcome instanceof Redirect) {
      const url = resolve(outcome.to, location)
      if (url === null) throw new Error(`${outcome.to} is no address of this site`)
      // a step back or forward has its entry already
      await go(locationOf(url), write ?? history.replace, keepsScroll)
      return
    }
    if (location !== shown.location) write?.(location)
    publish({ location, route, keepsScroll, ...outcome })
  }

  function isWithin(to: string): boolean {
    const url = resolve(to, state.location)
    return url !== null && !isElsewhere(locationOf(url))
  }

  function preload(to: string): void {
    const url = resolve(to, state.location)
    const route = url && pages.find(url.pathname)
    if (route && !route.isDocument) pages.preload(route)
  }

  return {
    first,
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    navigate,
    isWithin,
    preload,
    dispose() {
      halt()
      stopListening()
      listeners.clear()
    },
  }
}

function stateOf(shown: Shown, next?: Location): RouterState {
  return { location: shown.location, shown, next }
}

function isReady({ Component, failure }: Shown): boolean {
  return Component !== undefined || failure !== undefined
}
