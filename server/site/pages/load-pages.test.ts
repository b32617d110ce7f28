import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ARTICLES } from '#contract/content/article.ts'
import { loadConfig } from '../../config/config.ts'
import { loadContent } from '../content/load-content.ts'
import { loadPages } from './load-pages.ts'
import { TAKEN_IDS } from '../content/markdown.ts'
import { buildWeb } from '../../testing/build-web.ts'

const LONG = 60_000

/** The build renders the documents. */
beforeAll(buildWeb, 240_000)

/** A copy of the shipped content and the pages rendered from it. */
async function startFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'load-pages-'))
  await cp('content', folder, { recursive: true })
  const config = loadConfig({ DATA_DIR: join(folder, 'data'), CONTENT_DIR: folder })
  return {
    async load() {
      const content = loadContent(folder, config.payments.methods)
      const pages = await loadPages({ config, content, plans: content.plans, distDir: 'dist' })
      return { content, ...pages }
    },
    async edit(file: string, from: string, to: string) {
      const text = await readFile(join(folder, file), 'utf8')
      expect(text).toContain(from)
      await writeFile(join(folder, file), text.replace(from, to))
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

test(
  'TAKEN_IDS are the ids of the documents around an article; the plans page has the methods of the settings',
  async () => {
    await using folder = await startFolder()
    const { content, resources } = await folder.load()
    const around = new Set<string>()
    for (const name of ARTICLES) {
      const html = resources.get(`/${name}`)!.variants.identity.body.toString()
      const own = new Set(
        content.words[name].sections.flatMap(({ id, blocks }) => [
          id,
          ...blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : [])),
        ]),
      )
      for (const [, id = ''] of html.matchAll(/ id="([^"]+)"/g)) {
        // ids of React begin with _R_
        if (!own.has(id) && !id.startsWith('_R_')) around.add(id)
      }
    }
    expect([...around].toSorted()).toEqual(TAKEN_IDS.toSorted())
    const plans = resources.get('/plans')!.variants.identity.body.toString()
    expect(plans).toContain('支持银行卡、支付宝和微信支付</li>')
  },
  LONG,
)

test(
  'pages without a picture are reported with the command that draws it',
  async () => {
    await using folder = await startFolder()
    expect((await folder.load()).missingPictures).toBeNull()

    await folder.edit('pages/terms.md', 'title: 服务条款', 'title: 使用条款')
    const one = (await folder.load()).missingPictures
    expect(one).toMatch(/^\/terms 的标题改过.*npm run og/)

    await folder.edit('site.json', '"星桥 AI"', '"北斗 AI"')
    const all = (await folder.load()).missingPictures
    expect(all).toMatch(/^还没有画，或者名称、标语.*npm run og/)
  },
  LONG,
)
