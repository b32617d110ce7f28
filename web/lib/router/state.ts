import type { ComponentType } from 'react'
import type { Location } from './location.ts'
import type { Route } from './route.ts'

/** The page that is shown. */
export interface ShownPage {
  location: Location
  route: Route
  /** Missing until the first page is loaded, and when it failed. */
  Component?: ComponentType | undefined
  data?: unknown
  failure?: { error: unknown } | undefined
  /** Keeps the scroll position. */
  keepsScroll: boolean
}

export interface RouterState {
  /** Of the page shown. */
  location: Location
  shown: ShownPage
  /** The next location while it loads. */
  next?: Location | undefined
}

export interface NavigateOptions {
  /** Replaces the current history entry. */
  replace?: boolean | undefined
  /** History state: `useLocation().state`. */
  state?: unknown
  preventScrollReset?: boolean | undefined
}

export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>

export interface Router {
  /** The state at the start, as prerendered HTML shows it. */
  readonly first: RouterState
  readonly state: RouterState
  subscribe: (listener: (state: RouterState) => void) => () => void
  /**
   * Goes to an address of this site; rejects for any other. Resolves when the page is shown, has failed to
   * load, or another navigation has started.
   */
  navigate: Navigate
  /** False for another site. */
  isOfSite: (to: string) => boolean
  /** Fetches the script of the page early. */
  preload: (to: string) => void
  dispose: () => void
}
