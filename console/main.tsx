import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setChineseMessages } from '#contract/messages.ts'
import { tolerateForeignNodes } from '#web/lib/foreign-nodes.ts'
import { addMissingApis } from '#web/lib/polyfills/missing-apis.ts'
import { createBrowserRouter } from '#web/lib/router/router.ts'
import { RouterProvider } from '#web/lib/router/router-provider.tsx'
import { pageData, PageDataProvider } from '#web/lib/site.ts'
import { Toasts } from '#web/ui/overlay/toasts.tsx'
import { routes } from './routes.tsx'

setChineseMessages()
tolerateForeignNodes()

void addMissingApis()
  .catch(reportError)
  .then(() => {
    const root = document.getElementById('root')
    if (root === null) throw new Error('The document has no #root')
    createRoot(root).render(
      <StrictMode>
        <PageDataProvider value={pageData()}>
          <RouterProvider router={createBrowserRouter(routes)} />
          <Toasts />
        </PageDataProvider>
      </StrictMode>,
    )
  })
