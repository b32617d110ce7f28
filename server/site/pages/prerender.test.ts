import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { PAYMENT_METHODS } from '#contract/shapes.ts'
import { loadConfig } from '../../config/config.ts'
import { loadContent, toSite } from '../content/load-content.ts'
import { renderedPages } from './prerender.ts'
import type { PrerenderInput } from './rendered-page.ts'
import { brandColorsOf } from '../colors/brand-colors.ts'

const content = loadContent(
  fileURLToPath(new URL('../../../content', import.meta.url)),
  PAYMENT_METHODS,
)
const config = loadConfig({ SECRET_KEY: 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe' })
const input: PrerenderInput = {
  site: toSite(content, config),
  plans: content.plans,
  iconUrl: '/brand/favicon.svg',
  colors: brandColorsOf({}),
  cards: [],
}

/** A build that renders two addresses of one page and counts its runs. */
function buildOf(words: string): string {
  return `
    import { appendFileSync } from 'node:fs'
    export async function renderPages({ site, plans }) {
      appendFileSync(new URL('../../count', import.meta.url), 'x')
      const html = \`${words} \${site.name} \${plans.map((plan) => plan.name)}\`.repeat(50)
      const page = { html, status: 200, zone: 'public', isListed: false }
      return [{ ...page, path: '/product', isListed: true }, { ...page, path: '/product.html' }]
    }`
}

async function startFolder(build = buildOf('one')) {
  const folder = await mkdtemp(join(tmpdir(), 'prerender-'))
  const dist = join(folder, 'dist')
  const cache = join(folder, 'cache', 'pages')
  const setBuild = (text: string) => writeFile(join(dist, 'prerender', 'prerender.js'), text)
  await mkdir(join(dist, 'prerender'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await setBuild(build)
  return {
    cache,
    setBuild,
    render: (changed: Partial<PrerenderInput> = {}) =>
      renderedPages(dist, cache, { ...input, ...changed }),
    runs: async () => (await readFile(join(folder, 'count'), 'utf8')).length,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

test('pages are rendered from the content of this start, with compressed bodies, and read from the cache of an earlier start unless it is damaged', async () => {
  await using folder = await startFolder()
  const [page, twin] = await folder.render()
  expect(page).toMatchObject({ path: '/product', status: 200, zone: 'public', isListed: true })
  expect(twin).toMatchObject({ path: '/product.html', isListed: false })
  const html = page!.body.identity.toString()
  expect(html).toContain('one 星桥 AI 体验版,标准版')
  expect(brotliDecompressSync(page!.body.br!).toString()).toBe(html)
  expect(await folder.render()).toEqual([page, twin])
  expect(await folder.runs()).toBe(1)
  await writeFile(folder.cache, 'not what was written')
  expect(await folder.render()).toEqual([page, twin])
})

test('changed content, plans or build render the pages again', async () => {
  await using folder = await startFolder()
  await folder.render()
  const renamed = await folder.render({ site: { ...input.site, name: '北斗' } })
  expect(renamed[0]!.body.identity.toString()).toContain('one 北斗')
  const fewer = await folder.render({ plans: input.plans.slice(0, 1) })
  expect(fewer[0]!.body.identity.toString()).not.toContain('标准版')
  await folder.setBuild(buildOf('two'))
  expect((await folder.render())[0]!.body.identity.toString()).toContain('two 星桥 AI')
  expect(await folder.runs()).toBe(4)
})

test('changedOn stays the same over builds and changes with the text of the page', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-04T12:00:00Z'), toFake: ['Date'] })
  try {
    const built = (name: string) => buildOf(`<script src="/assets/${name}"></script> one`)
    await using folder = await startFolder(built('main-1.js'))
    const days = async (changed: Partial<PrerenderInput> = {}) =>
      (await folder.render(changed)).map(({ changedOn }) => changedOn)
    expect(await days()).toEqual(['2026-03-04', '2026-03-04'])
    vi.setSystemTime('2026-05-06T12:00:00Z')
    await folder.setBuild(built('main-2.js'))
    expect(await days()).toEqual(['2026-03-04', '2026-03-04'])
    expect(await days({ plans: input.plans.slice(0, 1) })).toEqual(['2026-05-06', '2026-05-06'])
    expect(await folder.runs()).toBe(3)
  } finally {
    vi.useRealTimers()
  }
})

test('a rendering error ends the start with its message', async () => {
  await using folder = await startFolder(
    `export function renderPages() { throw new Error('no such plan') }`,
  )
  await expect(folder.render()).rejects.toThrow('no such plan')
})

test('a renderer that cannot be started is an error of the render, not of the process', async () => {
  await using folder = await startFolder()
  using path = vi.spyOn(process, 'execPath', 'get').mockReturnValue('/nowhere/node')
  await expect(folder.render()).rejects.toThrow('ENOENT')
  expect(path).toHaveBeenCalled()
})
