import { createContext, use } from 'react'
import type { Location } from './location.ts'
import type { Navigate, Router, ShownPage } from './state.ts'

export const RouterContext = createContext<Router | null>(null)
export const ShownContext = createContext<ShownPage | null>(null)
/** Apart from `ShownContext`, so that the start of a navigation does not render the page again. */
export const NextContext = createContext<Location | undefined>(undefined)
export const RouteErrorContext = createContext<unknown>(undefined)

export function useRouter(): Router {
  return present(use(RouterContext))
}

export function useShown(): ShownPage {
  return present(use(ShownContext))
}

/** The location of the page shown. */
export function useLocation(): Location {
  return useShown().location
}

/** The next location while it loads. */
export function useNavigation(): { location: Location | undefined } {
  return { location: use(NextContext) }
}

export function useNavigate(): Navigate {
  return useRouter().navigate
}

/** The result of the page's loader. */
export function useLoaderData(): unknown {
  return useShown().data
}

/** The error behind an `errorElement`. */
export function useRouteError(): unknown {
  return use(RouteErrorContext)
}

function present<T>(value: T | null): T {
  if (value === null) throw new Error('There is no router around this part')
  return value
}
