import type { ComponentType, ReactNode } from 'react'

/** Arguments of a loader; `signal` aborts when another navigation starts. */
export interface LoaderArgs {
  pathname: string
  search: string
  signal: AbortSignal
}

/** The frame around pages, which stays mounted. It shows the page by `<Outlet />`. */
export interface Layout {
  Component: ComponentType
  /** Shown instead when it throws. */
  errorElement: ReactNode
}

/** One address. */
export interface Route {
  /** The exact path, or `*` for any other. */
  path: string
  layout?: Layout
  /** The page, or `lazy` to load it on demand. */
  Component?: ComponentType
  lazy?: () => Promise<ComponentType>
  /** Runs in parallel with `lazy`, before the page is shown; its result is `useLoaderData`. */
  loader?: (args: LoaderArgs) => Promise<unknown>
  /** Shown instead of a page that failed to load or threw; `useRouteError` has the error. */
  errorElement?: ReactNode
  /** Shown instead of the first page of a document until it is loaded. */
  hydrateFallbackElement?: ReactNode
  /** A document of its own: navigating there leaves this one. */
  isDocument?: boolean
}

/** Returned by a loader to redirect. */
export class Redirect {
  readonly to: string

  constructor(to: string) {
    this.to = to
  }
}

export type LoadOutcome =
  | { Component: ComponentType; data: unknown; failure?: undefined }
  | { failure: { error: unknown }; Component?: undefined; data?: undefined }

export interface Pages {
  find: (pathname: string) => Route
  /** Synchronous where nothing has to be fetched. Never rejects. */
  load: (route: Route, args: LoaderArgs) => LoadOutcome | Promise<LoadOutcome | Redirect>
  /** Fetches the page's script early; a failure is ignored, since navigation tries again. */
  preload: (route: Route) => void
}

/** The pages of a table; each script is fetched once, and again after a failure. */
export function pagesOf(routes: readonly Route[]): Pages {
  const byPath = new Map(routes.map((route) => [route.path, route]))
  const loaded = new Map<Route, ComponentType>()
  const coming = new Map<Route, Promise<ComponentType>>()

  function find(pathname: string): Route {
    const route = byPath.get(pathname) ?? byPath.get('*')
    if (route === undefined) throw new Error(`No route for ${pathname}`)
    return route
  }

  async function fetchComponent(route: Route): Promise<ComponentType> {
    if (route.lazy === undefined) throw new Error(`${route.path} has no page`)
    try {
      const Component = await route.lazy()
      loaded.set(route, Component)
      return Component
    } finally {
      coming.delete(route)
    }
  }

  function componentOf(route: Route): ComponentType | Promise<ComponentType> {
    const known = route.Component ?? loaded.get(route) ?? coming.get(route)
    if (known) return known
    const promise = fetchComponent(route)
    coming.set(route, promise)
    return promise
  }

  async function loadAll(
    component: ComponentType | Promise<ComponentType>,
    data: Promise<unknown> | null,
  ): Promise<LoadOutcome | Redirect> {
    try {
      const [answer, Component] = await Promise.all([data, component])
      return answer instanceof Redirect ? answer : { Component, data: answer }
    } catch (error) {
      return { failure: { error } }
    }
  }

  function load(route: Route, args: LoaderArgs): LoadOutcome | Promise<LoadOutcome | Redirect> {
    const data = route.loader?.(args) ?? null
    const component = componentOf(route)
    if (data === null && !(component instanceof Promise)) return { Component: component, data }
    return loadAll(component, data)
  }

  function preload(route: Route): void {
    const component = componentOf(route)
    if (component instanceof Promise) component.catch(() => undefined)
  }

  return { find, load, preload }
}
