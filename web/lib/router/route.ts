import type { ComponentType, ReactNode } from 'react'

/** What a loader is given; `signal` fires when the visitor moves on. */
export interface LoaderArgs {
  pathname: string
  search: string
  signal: AbortSignal
}

/** What stands around pages, and stays while they change. It shows the page by `<Outlet />`. */
export interface Layout {
  Component: ComponentType
  /** In its place when it could not be drawn. */
  errorElement: ReactNode
}

/** One address. */
export interface Route {
  /** The whole path as it is, or `*` for any that is in no other row. */
  path: string
  layout?: Layout
  /** The page, or `lazy` where it is loaded when it is needed. */
  Component?: ComponentType
  lazy?: () => Promise<ComponentType>
  /** Runs before the page is shown, beside `lazy`; what it answers is the page's `useLoaderData`. */
  loader?: (args: LoaderArgs) => Promise<unknown>
  /** In the place of the page when it could not be loaded or drawn; `useRouteError` has the reason. */
  errorElement?: ReactNode
  /** In the place of the page that a document begins with, until it is loaded. */
  hydrateFallbackElement?: ReactNode
  /** A document of its own: who goes there leaves this one. It is shown only where a document begins. */
  isDocument?: boolean
}

/** Answered by a loader that leads elsewhere. */
export class Redirect {
  readonly to: string

  constructor(to: string) {
    this.to = to
  }
}

export type Outcome =
  | { Component: ComponentType; data: unknown; failure?: undefined }
  | { failure: { error: unknown }; Component?: undefined; data?: undefined }

export interface Pages {
  find: (pathname: string) => Route
  /** At once where nothing has to be fetched. Never rejects. */
  load: (route: Route, args: LoaderArgs) => Outcome | Promise<Outcome | Redirect>
  /** Fetches the page's script ahead of its time; a failure is met again by whoever goes there. */
  preload: (route: Route) => void
}

/** The pages of a table; of each the script is fetched once, and again only after a failure. */
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
  ): Promise<Outcome | Redirect> {
    try {
      const [answer, Component] = await Promise.all([data, component])
      return answer instanceof Redirect ? answer : { Component, data: answer }
    } catch (error) {
      return { failure: { error } }
    }
  }

  function load(route: Route, args: LoaderArgs): Outcome | Promise<Outcome | Redirect> {
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
