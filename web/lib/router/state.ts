import type { ComponentType } from 'react'
import type { Location } from './location.ts'
import type { Route } from './route.ts'

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
  /** False for another site: `navigate` does not lead there. */
  isOfSite: (to: string) => boolean
  /** Fetches the script of the page there ahead of its time. */
  preload: (to: string) => void
  dispose: () => void
}
