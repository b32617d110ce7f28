import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { Site } from '#contract/content.ts'
import type { Combo } from '#contract/shapes.ts'
import { type Bodies, compress } from '../http/resource.ts'

export interface PrerenderInput {
  site: Site
  /** The plans on sale, in their order. */
  plans: readonly Combo[]
  iconUrl: string
}

/** One address of the site; `*` is what every other address gets. */
export interface Page {
  path: string
  status: number
  zone: 'public' | 'account'
  /** Stands in the site map. */
  isListed: boolean
}

/** A document with its bytes, ready to be sent. */
export interface RenderedPage extends Page {
  body: Bodies
}

/** What `web/prerender.tsx` exports; its build is loaded, since the server knows nothing of web/. */
interface Renderer {
  renderPages(input: PrerenderInput): Promise<(Page & { html: string })[]>
}

interface Kept {
  key: string
  pages: RenderedPage[]
}

/** Documents for these words and this build: from `cacheFile` when nothing changed, else rendered and kept there. */
export async function renderedPages(
  distDir: string,
  cacheFile: string,
  input: PrerenderInput,
): Promise<RenderedPage[]> {
  const module = join(distDir, 'prerender', 'prerender.js')
  const key = createHash('sha256')
    .update(await readFile(module))
    .update(JSON.stringify(input))
    .digest('hex')
  const kept = await readKept(cacheFile)
  if (kept?.key === key) return kept.pages
  const pages = await render(module, input)
  await keep(cacheFile, { key, pages })
  return pages
}

async function render(module: string, input: PrerenderInput): Promise<RenderedPage[]> {
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

async function readKept(file: string): Promise<Kept | null> {
  const bytes = await readFile(file).catch(() => null)
  if (bytes === null) return null
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file; another version's differs in its key
    return deserialize(bytes) as Kept
  } catch {
    return null
  }
}

async function keep(file: string, pages: Kept): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, serialize(pages))
  await rename(draft, file)
}
