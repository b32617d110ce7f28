import { startTransition, Suspense, useLayoutEffect, useMemo, useState } from 'react'
import { NextContext, RouterContext, ShownContext, useShown } from './contexts.ts'
import { RouteBoundary } from './route-boundary.tsx'
import type { Router } from './state.ts'

/** Renders the router's page. The old page stays usable until the next one is rendered. */
export function RouterProvider({ router }: { router: Router }) {
  const [{ shown, next }, setState] = useState(router.first)

  useLayoutEffect(() => {
    const stop = router.subscribe((state) => startTransition(() => setState(state)))
    // hydration starts from the first state, which has to match the HTML; the page may have loaded since
    setState(router.state)
    return stop
  }, [router])

  const { layout } = shown.route
  return (
    <RouterContext value={router}>
      <NextContext value={next}>
        <ShownContext value={shown}>
          {layout ? (
            <RouteBoundary location={shown.location} errorElement={layout.errorElement}>
              <layout.Component />
            </RouteBoundary>
          ) : (
            <Outlet />
          )}
        </ShownContext>
      </NextContext>
    </RouterContext>
  )
}

/** The page inside its layout. */
export function Outlet() {
  const { location, route, Component, failure } = useShown()
  const page = useMemo(() => Component && <Component />, [Component])
  // the page is still loading: renders the fallback that its prerendered HTML shows
  if (!page && !failure) return <Suspense>{route.hydrateFallbackElement}</Suspense>
  return (
    <RouteBoundary location={location} failure={failure} errorElement={route.errorElement}>
      {/* React hydrates a Suspense boundary after the layout, in slices between which it handles input */}
      <Suspense>{page}</Suspense>
    </RouteBoundary>
  )
}
