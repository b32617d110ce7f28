import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { speakChinese } from '#contract/messages.ts'
import { fetchCsrfToken } from './lib/call.ts'
import { loadChunk } from './lib/chunk.ts'
import { scheduleCsrfToken } from './lib/csrf.ts'
import { pageData, PageDataProvider } from './lib/site.ts'
import { whenVisible } from './lib/when-visible.ts'
// has run already in public pages, which load us from there; what it shares with us is in its file
import './late.ts'
import { isPrerendered, type Preloaded, routeObjects, zoneOf } from './router.tsx'
import { entryOf } from './routes.ts'

speakChinese()
whenVisible(() => scheduleCsrfToken(fetchCsrfToken))
await start()

/** Takes over the prerendered HTML; a page whose chunk does not come gets the error screen instead. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The document has no #root')
  const preloaded = await preload()
  const isTakenOver = preloaded !== null && preloaded.size > 0
  nameEntry(isTakenOver)
  const router = createBrowserRouter(
    routeObjects(zoneOf(location.pathname), preloaded ?? new Map()),
    // there the visitor may have scrolled before the app came: it stays where it is
    isTakenOver ? { hydrationData: { loaderData: {} } } : {},
  )
  const app = (
    <StrictMode>
      <PageDataProvider value={pageData()}>
        <RouterProvider router={router} />
      </PageDataProvider>
    </StrictMode>
  )
  if (preloaded) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

/**
 * Scroll positions are kept by the names of history entries, and those that a document begins with
 * have none: they would all share one. Where the whole page stands in the HTML the browser itself
 * returns to the old position, and has done so long before the app comes.
 */
function nameEntry(isTakenOver: boolean): void {
  const state: unknown = history.state
  const known = typeof state === 'object' && state !== null ? state : {}
  if ('key' in known && !isTakenOver) return
  history.replaceState({ ...known, key: Math.random().toString(36).slice(2, 10) }, '')
}

/** Null when the page of this document could not be loaded. */
async function preload(): Promise<Preloaded | null> {
  const entry = entryOf(location.pathname)
  if (!isPrerendered(entry)) return new Map()
  try {
    return new Map([[entry, await loadChunk(entry.page)]])
  } catch {
    return null
  }
}
