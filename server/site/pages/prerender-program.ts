import { pathToFileURL } from 'node:url'
import { type Bodies, compress } from '../../http/pages/resource.ts'
import type { Page, PrerenderInput, RenderTask, UndatedPage } from './rendered-page.ts'

/** The exports of `web/prerender.tsx`; the program loads its build, since the server does not import web/. */
interface Renderer {
  renderPages(input: PrerenderInput): Promise<(Page & { html: string })[]>
}

// a separate process, so that React does not stay in the shop's memory
process.once('message', (task: RenderTask) => {
  render(task).then(
    (pages) => process.send?.(pages, () => process.disconnect()),
    (error: unknown) => {
      process.stderr.write(error instanceof Error ? `${error.stack}` : String(error))
      process.exit(1)
    },
  )
})

async function render({ module, input }: RenderTask): Promise<UndatedPage[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build of our own web/prerender.tsx
  const renderer = (await import(pathToFileURL(module).href)) as Renderer
  const bodies = new Map<string, Promise<Bodies>>()
  const pages = await renderer.renderPages(input)
  return Promise.all(
    pages.map(async ({ html, path, status, zone, isListed }) => {
      // several addresses of one page share its bytes
      const body = bodies.get(html) ?? compress(Buffer.from(html))
      bodies.set(html, body)
      return { path, status, zone, isListed, body: await body }
    }),
  )
}
