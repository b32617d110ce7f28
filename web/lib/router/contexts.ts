import { createContext, use } from 'react'
import type { Location } from './location.ts'
import type { Navigate, Router, Shown } from './state.ts'

export const RouterContext = createContext<Router | null>(null)
export const ShownContext = createContext<Shown | null>(null)
/** Apart from what is shown, so that a page is not drawn anew when its visitor sets off. */
export const NextContext = createContext<Location | undefined>(undefined)
export const RouteErrorContext = createContext<unknown>(undefined)

export function useRouter(): Router {
  return present(use(RouterContext))
}

export function useShown(): Shown {
  return present(use(ShownContext))
}

/** Where the visitor is: the address of the page shown. */
export function useLocation(): Location {
  return useShown().location
}

/** Where he is going while it loads. */
export function useNavigation(): { location: Location | undefined } {
  return { location: use(NextContext) }
}

export function useNavigate(): Navigate {
  return useRouter().navigate
}

/** What the page's loader has answered. */
export function useLoaderData(): unknown {
  return useShown().data
}

/** Why an `errorElement` stands there. */
export function useRouteError(): unknown {
  return use(RouteErrorContext)
}

function present<T>(value: T | null): T {
  if (value === null) throw new Error('There is no router around this part')
  return value
}
