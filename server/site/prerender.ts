import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { Site } from '#contract/content.ts'
import type { Combo } from '#contract/shapes.ts'
import type { Bodies } from '../http/resource.ts'
import type { RenderTask } from './render-program.ts'

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

const PROGRAM = fileURLToPath(new URL('./render-program.ts', import.meta.url))

/** Rises when the shape of what is kept changes. */
const KEPT_FORM = 1

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
    .update(`form ${KEPT_FORM}`)
    .update(await readFile(module))
    .update(JSON.stringify(input))
    .digest('hex')
  const kept = await readKept(cacheFile)
  if (kept?.key === key) return kept.pages
  const pages = await render({ module, input })
  // where nothing can be written the next start renders again
  await keep(cacheFile, { key, pages }).catch(() => {})
  return pages
}

async function render(task: RenderTask): Promise<RenderedPage[]> {
  const child = fork(PROGRAM, {
    // bytes travel as bytes
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let lastWords = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (lastWords += text))
  child.send(task)
  const { promise, resolve, reject } = Promise.withResolvers<RenderedPage[]>()
  child.once('message', (pages: RenderedPage[]) => resolve(pages))
  child.once('error', reject)
  child.once('close', () => reject(new Error(`the pages could not be rendered: ${lastWords}`)))
  return promise
}

async function readKept(file: string): Promise<Kept | null> {
  const bytes = await readFile(file).catch(() => null)
  if (bytes === null) return null
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file; its key names its form
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
