import { type ReactNode, startTransition, StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { findAddress } from '#contract/addresses.ts'
import { setChineseMessages } from '#contract/messages.ts'
import { fetchCsrfToken } from './lib/call/call.ts'
import { loadChunk } from './lib/loading/chunk.ts'
import { hasFirstCsrfToken } from './lib/call/csrf.ts'
import { tolerateForeignNodes } from './lib/foreign-nodes.ts'
import { replayEarlyClick } from './lib/loading/early-click.ts'
import { createBrowserRouter } from './lib/router/router.ts'
import { RouterProvider } from './lib/router/router-provider.tsx'
import { watchSession } from './lib/session/session.ts'
import { pageData, PageDataProvider } from './lib/site.ts'
import { needsLogin, isPrerendered, type Preloaded, routeObjects, zoneOf } from './router.tsx'
import { routes } from './routes.ts'

setChineseMessages()
tolerateForeignNodes()
watchSession()
await start()
// Where the first request of `boot.ts` failed, a second one is made as a call, which shows the reason.
void hasFirstCsrfToken()
  .then((isThere) => isThere || fetchCsrfToken())
  .catch(() => undefined)

/** Hydrates the prerendered HTML; a page whose chunk fails gets the error screen instead. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The document has no #root')
  const loaded = await preload()
  const handleArrival = replayEarlyClick()
  const preloaded = announceArrival(loaded ?? new Map(), handleArrival)
  const hasPage = preloaded.size > 0
  const router = createBrowserRouter(routeObjects(zoneOf(location.pathname), preloaded), {
    isHydrating: hasPage,
  })
  const shown = <RouterProvider router={router} />
  const app = (
    <StrictMode>
      <PageDataProvider value={pageData()}>
        {hasPage ? shown : <Arrival onArrival={handleArrival}>{shown}</Arrival>}
      </PageDataProvider>
    </StrictMode>
  )
  // as a transition: React then yields between small parts of the page instead of blocking for all of it
  if (loaded) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}

/** Calls back once the page is hydrated, which comes after its layout. */
function announceArrival(preloaded: Preloaded, onArrival: () => void): Preloaded {
  return new Map(
    [...preloaded].map(([address, page]) => [
      address,
      {
        ...page,
        default: (props) => (
          <Arrival onArrival={onArrival}>
            <page.default {...props} />
          </Arrival>
        ),
      },
    ]),
  )
}

/** Calls back after hydration, when pages know address and history. */
function Arrival({ onArrival, children }: { onArrival: () => void; children: ReactNode }) {
  useEffect(() => {
    // parts that depend on the address render again at the end of these effects
    const timer = setTimeout(onArrival)
    return () => clearTimeout(timer)
  }, [onArrival])
  return children
}

/** Null when the page of this document failed to load or needs a login. */
async function preload(): Promise<Preloaded | null> {
  const address = findAddress(location.pathname)
  if (!isPrerendered(address)) return new Map()
  if (needsLogin(address)) return null
  try {
    return new Map([[address, await loadChunk(routes[address.path])]])
  } catch {
    return null
  }
}
