import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadConfig } from '../../server/config/config.ts'
import { type Content, loadContent } from '../../server/site/content/load-content.ts'
import { prerenderInput } from '../../server/site/pages/load-pages.ts'
import { loadPictures } from '../../server/site/pages/pictures.ts'
import type { Page, PrerenderInput } from '../../server/site/pages/rendered-page.ts'
import { ROOT } from '../run-program.ts'

/** A document of the site as the server would send it. */
export type RenderedDocument = Page & { html: string }

/** What the build in `dist/prerender` exports. */
interface Renderer {
  renderPages: (input: PrerenderInput) => Promise<RenderedDocument[]>
}

/** Every document of the newest build, with the words in this folder. */
export async function renderSite(
  contentDir: string,
): Promise<{ content: Content; documents: RenderedDocument[] }> {
  const config = loadConfig({
    CONTENT_DIR: contentDir,
    SECRET_KEY: 'of-no-use-to-pages-that-nobody-visits-0000',
  })
  const content = loadContent(contentDir, config.payments.methods)
  const input = prerenderInput({
    config,
    content,
    plans: content.plans,
    pictures: loadPictures(contentDir, content),
  })
  const module = pathToFileURL(join(ROOT, 'dist/prerender/prerender.js')).href
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build of our own web/prerender.tsx
  const { renderPages } = (await import(module)) as Renderer
  return { content, documents: await renderPages(input) }
}
