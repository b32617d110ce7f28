import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { PrerenderInput, RenderedPage, RenderTask, UndatedPage } from './rendered-page.ts'

const PROGRAM = fileURLToPath(new URL('./prerender-program.ts', import.meta.url))

/** Increase it when the shape of the cache file changes. */
const CACHE_VERSION = 2

interface Kept {
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
  const kept = await readKept(cacheFile)
  if (kept?.key === key) return kept.pages
  const pages = datedPages(await render({ module, input }), kept?.pages ?? [])
  // without write access the next start renders again
  await keep(cacheFile, { form: CACHE_VERSION, key, pages }).catch(() => {})
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
    const isAsBefore = old !== undefined && withoutAssetNames(old) === withoutAssetNames(page)
    return { ...page, changedOn: isAsBefore ? old.changedOn : today }
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
  })
  let lastWords = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (lastWords += text))
  child.send(task)
  const { promise, resolve, reject } = Promise.withResolvers<UndatedPage[]>()
  child.once('message', (pages: UndatedPage[]) => resolve(pages))
  child.once('error', reject)
  child.once('close', () => reject(new Error(`the pages could not be rendered: ${lastWords}`)))
  return promise
}

async function readKept(file: string): Promise<Kept | null> {
  const bytes = await readFile(file).catch(() => null)
  if (bytes === null) return null
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file; its version field names its format
    const kept = deserialize(bytes) as Kept
    return kept.form === CACHE_VERSION ? kept : null
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
