import { startTransition, Suspense, useLayoutEffect, useMemo, useState } from 'react'
import { NextContext, RouterContext, ShownContext, useShown } from './contexts.ts'
import { RouteBoundary } from './route-boundary.tsx'
import type { Router } from './state.ts'

/** Shows where the router is. The page left stays and can be used until the next one is drawn. */
export function RouterProvider({ router }: { router: Router }) {
  const [{ shown, next }, setState] = useState(router.first)

  useLayoutEffect(() => {
    const stop = router.subscribe((state) => startTransition(() => setState(state)))
    // prerendered HTML is taken over as it is, however far loading has come meanwhile
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

/** The page, in the midst of its layout. */
export function Outlet() {
  const { location, route, Component, failure } = useShown()
  const page = useMemo(() => Component && <Component />, [Component])
  // until the page is there: as the HTML of a page that is not preloaded has it
  if (!page && !failure) return <Suspense>{route.hydrateFallbackElement}</Suspense>
  return (
    <RouteBoundary location={location} failure={failure} errorElement={route.errorElement}>
      {/* taken over after its layout, and in slices that let a touch in between */}
      <Suspense>{page}</Suspense>
    </RouteBoundary>
  )
}
