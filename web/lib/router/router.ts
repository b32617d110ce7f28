import { browserHistory, type History, memoryHistory } from './history.ts'
import { isHashNavigation, type Location, locationOf, pathOf, resolveLink } from './location.ts'
import { type LoadOutcome, pagesOf, Redirect, type Route } from './route.ts'
import type { NavigateOptions, Router, RouterState, ShownPage } from './state.ts'

interface RouterOptions {
  /** The first page is prerendered: its loader is skipped, and the browser has restored its scroll position. */
  isHydrating?: boolean
}

export function createBrowserRouter(routes: readonly Route[], options?: RouterOptions): Router {
  return createRouter(routes, browserHistory(), options)
}

/** A router without browser history, for tests and prerendering. */
export function createMemoryRouter(
  routes: readonly Route[],
  { initialEntries: [at] }: { initialEntries: readonly [string] },
): Router {
  return createRouter(routes, memoryHistory(at))
}

export function createRouter(
  routes: readonly Route[],
  history: History,
  { isHydrating = false }: RouterOptions = {},
): Router {
  const pages = pagesOf(routes)
  const listeners = new Set<(state: RouterState) => void>()
  let running = new AbortController()
  const first = stateOf(begin())
  let state = first
  const stopListening = history.listen(() => void step())
  // the first page is not loaded yet
  if (!isReady(state.shown)) void show(state.location, null, false)

  /** The first state, before anything is fetched. */
  function begin(): ShownPage {
    const location = history.read()
    const route = pages.find(location.pathname)
    const isWhole = route.Component !== undefined && (isHydrating || route.loader === undefined)
    const Component = isWhole ? route.Component : undefined
    return { location, route, Component, keepsScroll: isHydrating }
  }

  function publish(shown: ShownPage, next?: Location): void {
    state = stateOf(shown, next)
    for (const listener of listeners) listener(state)
  }

  /** Back or forward; the address has changed already. */
  async function step(): Promise<void> {
    const location = history.read()
    if (isElsewhere(location)) history.reload()
    else await show(location, null, false)
  }

  async function navigate(to: string, options: NavigateOptions = {}): Promise<void> {
    const url = resolveLink(to, state.location)
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
    return isDocument && !isHashNavigation(location, state.location)
  }

  function halt(): AbortSignal {
    running.abort()
    running = new AbortController()
    return running.signal
  }

  /** Loads a page, then writes the history and shows it, unless another navigation has started. */
  async function show(
    location: Location,
    write: History['push'] | null,
    keepsScroll: boolean,
  ): Promise<void> {
    const signal = halt()
    const { shown } = state
    if (isReady(shown) && !shown.failure && isHashNavigation(location, shown.location)) {
      write?.(location)
      publish({ ...shown, location, keepsScroll })
      return
    }
    const route = pages.find(location.pathname)
    const { pathname, search } = location
    let outcome: LoadOutcome | Redirect | Promise<LoadOutcome | Redirect>
    outcome = pages.load(route, { pathname, search, signal })
    if (outcome instanceof Promise) {
      const isArriving = location === shown.location
      if (!isArriving) publish(shown, location)
      outcome = await outcome
      if (signal.aborted) return
    }
    if (outcome instanceof Redirect) {
      const url = resolveLink(outcome.to, location)
      if (url === null) throw new Error(`${outcome.to} is no address of this site`)
      // arrival, back and forward have their history entry already
      await go(locationOf(url), write ?? history.replace, keepsScroll)
      return
    }
    write?.(location)
    publish({ location, route, keepsScroll, ...outcome })
  }

  function isOfSite(to: string): boolean {
    return resolveLink(to, state.location) !== null
  }

  function preload(to: string): void {
    const url = resolveLink(to, state.location)
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
    isOfSite,
    preload,
    dispose() {
      halt()
      stopListening()
      listeners.clear()
    },
  }
}

function stateOf(shown: ShownPage, next?: Location): RouterState {
  return { location: shown.location, shown, next }
}

function isReady({ Component, failure }: ShownPage): boolean {
  return Component !== undefined || failure !== undefined
}
