import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { PrerenderInput, RenderedPage, RenderTask, UndatedPage } from './rendered-page.ts'

const PROGRAM = fileURLToPath(new URL('./prerender-program.ts', import.meta.url))

/** A render takes a second; on a machine that does everything else at once, ten. */
const RENDER_MS = 120_000

/** Increase it when the shape of the cache file changes. */
const CACHE_VERSION = 2

interface PageCache {
  form: number
  key: string
  pages: RenderedPage[]
}

/** Reads the documents from `cacheFile` when content and build are unchanged, else renders and stores them there. */
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
  const cached = await readPageCache(cacheFile)
  if (cached?.key === key) return cached.pages
  const pages = datedPages(await render({ module, input }), cached?.pages ?? [])
  // without write access the next start renders again
  await storePageCache(cacheFile, { form: CACHE_VERSION, key, pages }).catch(() => {})
  return pages
}

/** Adds the day of the last change: a page whose text is unchanged keeps its day. */
function datedPages(
  pages: readonly UndatedPage[],
  earlier: readonly RenderedPage[],
): RenderedPage[] {
  const today = new Date().toISOString().slice(0, 10)
  const known = new Map(earlier.map((page) => [page.path, page]))
  return pages.map((page) => {
    const old = known.get(page.path)
    const isUnchanged = old !== undefined && withoutAssetNames(old) === withoutAssetNames(page)
    return { ...page, changedOn: isUnchanged ? old.changedOn : today }
  })
}

/** The document without the names of built files, which change with every build. */
function withoutAssetNames({ body }: UndatedPage): string {
  return body.identity.toString().replaceAll(/\/assets\/[\w.-]+/g, '')
}

async function render(task: RenderTask): Promise<UndatedPage[]> {
  const child = fork(PROGRAM, {
    // keeps bytes as bytes between the processes
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    // a change of plans renders while announcements wait
    timeout: RENDER_MS,
    killSignal: 'SIGKILL',
  })
  let errorOutput = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errorOutput += text))
  child.send(task)
  const { promise, resolve, reject } = Promise.withResolvers<UndatedPage[]>()
  child.once('message', (pages: UndatedPage[]) => resolve(pages))
  // a child that cannot be started reports it twice, the second time for what was sent to it
  child.on('error', reject)
  child.once('close', () => reject(new Error(`the pages could not be rendered: ${errorOutput}`)))
  return promise
}

async function readPageCache(file: string): Promise<PageCache | null> {
  const bytes = await readFile(file).catch(() => null)
  if (bytes === null) return null
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file; its version field names its format
    const cached = deserialize(bytes) as PageCache
    return cached.form === CACHE_VERSION ? cached : null
  } catch {
    return null
  }
}

async function storePageCache(file: string, pages: PageCache): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, serialize(pages))
  await rename(draft, file)
}
