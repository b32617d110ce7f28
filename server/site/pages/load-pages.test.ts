import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { ARTICLES } from '#contract/content/article.ts'
import { pino } from 'pino'
import { loadConfig } from '../../config/config.ts'
import type { Pages } from '../../http/pages/pages.ts'
import { loadContent } from '../content/load-content.ts'
import { loadPages, pagesOfChangedPlans } from './load-pages.ts'
import { TAKEN_IDS } from '../content/markdown.ts'
import { readPlansOfPages, seedPlans } from '../../recharge/plans/plans.store.ts'
import { buildWeb } from '../../testing/build-web.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { announcePages } from '../announcements/announced-pages.ts'

vi.setConfig({ testTimeout: 60_000 })

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
      return { config, content, ...pages }
    },
    async edit(file: string, from: string, to: string) {
      const text = await readFile(join(folder, file), 'utf8')
      expect(text).toContain(from)
      await writeFile(join(folder, file), text.replace(from, to))
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

test('TAKEN_IDS are the ids of the documents around an article; the plans page has the methods of the settings', async () => {
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
  expect(plans).toContain('支持支付宝、微信支付和银行卡。</span>')
})

test('pages without a picture are reported with the command that draws it', async () => {
  await using folder = await startFolder()
  expect((await folder.load()).missingPictures).toBeNull()

  await folder.edit('pages/terms.md', 'title: 服务条款', 'title: 使用条款')
  const one = (await folder.load()).missingPictures
  expect(one).toMatch(/^\/terms 的标题改过.*npm run og/)

  await folder.edit('site.json', '"星桥 AI"', '"北斗 AI"')
  const all = (await folder.load()).missingPictures
  expect(all).toMatch(/^还没有画，或者名称、标语.*npm run og/)
})

function textAt({ resources }: Pages, path: string): string {
  return resources.get(path)!.variants.identity.body.toString()
}

function pathsSaying(pages: Pages, text: string): string[] {
  return [...pages.resources.keys()].filter((path) => textAt(pages, path).includes(text))
}

test('every document says the new price of a plan, its texts and data for search engines included', async () => {
  await using folder = await startFolder()
  await using database = await createTestDatabase()
  const { sql } = database
  const { config, content } = await folder.load()
  await seedPlans(sql, content.plans)
  // as one of plans.json that is not applied yet
  await sql`delete from plans where id = 'trial'`
  const log = pino({ level: 'silent' })
  const shown = { config, content, ...(await readPlansOfPages(sql)), distDir: 'dist' }
  const first = await loadPages(shown)
  const renew = pagesOfChangedPlans(shown, () => readPlansOfPages(sql))
  const pages = await announcePages({ sql, log }, first, renew)
  try {
    expect(pathsSaying(pages, '99.90')).toEqual(expect.arrayContaining(['/plans', '/refund']))
    await sql`update plans set amount = 12340, original_amount = null, credit = 800000 where id = 'pro'`
    await pages.refresh()

    for (const old of ['.price}}', '99.90', '1,200,000'])
      expect(pathsSaying(pages, old)).toEqual([])
    const refund = textAt(pages, '/refund')
    for (const value of ['¥123.40', '1,000,000', '100,000', '900,000', '¥111.06', '¥61.70'])
      expect(refund).toMatch(new RegExp(`[>"]${value.replace('.', '[.]')}[<"]`))
    expect(textAt(pages, '/plans')).toContain('"price":"123.40"')
    const after = pages.resources
    await pages.refresh()
    expect(pages.resources).toBe(after)
  } finally {
    await pages.stop()
  }
})

test('pages that cannot be made are tried again when the plans change or a minute has passed', async () => {
  await using folder = await startFolder()
  const { config, content } = await folder.load()
  const [plan] = content.plans
  let amount = plan!.amount
  const shown = { config, content, plans: content.plans, distDir: 'no-build' }
  const renew = pagesOfChangedPlans(shown, async () => ({ plans: [{ ...plan!, amount }] }))
  await expect(renew()).rejects.toThrow('no-build')
  expect(await renew()).toBeNull()
  amount += 100
  await expect(renew()).rejects.toThrow('no-build')
  expect(await renew()).toBeNull()
  const minuteLater = performance.now() + 60_000
  using _now = vi.spyOn(performance, 'now').mockReturnValue(minuteLater)
  await expect(renew()).rejects.toThrow('no-build')
})
