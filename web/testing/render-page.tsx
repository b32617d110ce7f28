import type { ReactElement } from 'react'
import { render } from 'vitest-browser-react'
import { createMemoryRouter } from '../lib/router/router.ts'
import { RouterProvider } from '../lib/router/router-provider.tsx'
import { PageDataProvider, type PageData } from '../lib/site.ts'
import { pageComponent } from '../router.tsx'
import type { PageModule } from '../lib/page/page-module.ts'
import { PageError } from '../shell/error/error-screen.tsx'
import { PageLoading } from '../shell/loading-screen.tsx'
import { Toasts } from '../ui/overlay/toasts.tsx'
import { testPageData } from './site.ts'

/** Shows a page's module (`import * as page`) at an address of the route table, without the chrome. */
export async function renderPage(page: PageModule, at: string, data: PageData = testPageData) {
  const { pathname } = new URL(at, location.origin)
  return renderRoutes(
    [
      {
        path: pathname,
        Component: pageComponent(page.default),
        errorElement: <PageError />,
        hydrateFallbackElement: <PageLoading />,
      },
    ],
    at,
    data,
  )
}

/** Shows a part of a page where links and site data work. */
export async function renderPart(part: ReactElement, at = '/', data: PageData = testPageData) {
  return renderRoutes([{ path: '/', Component: () => part }], at, data)
}

type Routes = Parameters<typeof createMemoryRouter>[0]

async function renderRoutes(routes: Routes, at: string, data: PageData) {
  const router = createMemoryRouter([...routes, { path: '*', Component: () => null }], {
    initialEntries: [at],
  })
  const screen = await render(
    <PageDataProvider value={data}>
      <RouterProvider router={router} />
      <Toasts />
    </PageDataProvider>,
  )
  return {
    screen,
    router,
    /** The current address. */
    address: () => router.state.location.pathname + router.state.location.search,
  }
}
