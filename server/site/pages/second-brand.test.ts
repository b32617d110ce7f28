import { beforeAll, expect, test, vi } from 'vitest'
import { PAYMENT_METHODS } from '#contract/shapes.ts'
import * as mails from '../../account/mails.ts'
import * as closingMails from '../../account/closing/closing-mails.ts'
import { loadConfig } from '../../config/config.ts'
import type { Resource } from '../../http/pages/resource.ts'
import { secondBrand, wordsOfFirstBrand } from '../../testing/second-brand.ts'
import { LARGE, startShop } from '../../testing/shop.ts'
import { loadContent } from '../content/load-content.ts'
import { loadPages } from './load-pages.ts'
import { DESIGN } from '../colors/recolor.ts'
import { mailRecolor } from '../colors/brand-colors.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { buildWeb } from '../../testing/build-web.ts'

vi.setConfig({ testTimeout: 60_000 })
const FIRST_COLOURS = [DESIGN.accent, DESIGN.money, '#f6f8fd', '#080d1e', '#eceeff', '#3443e6']

/** The build renders the documents. */
beforeAll(buildWeb, 240_000)

async function renderSecond() {
  const brand = await secondBrand()
  const config = loadConfig({
    SECRET_KEY: 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe',
    PUBLIC_URL: 'https://qinghe.test',
    SANDBOX_PUBLIC_URL: 'https://pay.qinghe.test',
    NODE_ENV: 'production',
    EMBEDDED_DATABASE: 'allow',
    SMTP_URL: 'smtp://mail.qinghe.test:25',
    MAIL_FROM: 'no-reply@qinghe.test',
    PAYMENTS: 'sandbox',
    DATA_DIR: `${brand.folder}/data`,
    CONTENT_DIR: brand.folder,
  })
  const content = loadContent(brand.folder, PAYMENT_METHODS)
  const pages = await loadPages({ config, content, plans: content.plans, distDir: 'dist' })
  return { ...pages, content, [Symbol.asyncDispose]: () => brand[Symbol.asyncDispose]() }
}

const secondOf = oncePerFile(renderSecond)

function textOf({ variants }: Resource): string {
  return variants.identity.body.toString()
}

function foundIn(text: string, words: Iterable<string>): string[] {
  return [...words].filter((word) => text.includes(word))
}

test('with the content of a second brand nothing served contains a word of the first', async () => {
  const site = await secondOf()
  const words = await wordsOfFirstBrand()
  expect(words.size).toBeGreaterThan(300)
  const all = [...site.resources, ['*', site.notFound] as const]
  const left = all.flatMap(([path, resource]) =>
    foundIn(textOf(resource), words).map((word) => `${path}: ${word}`),
  )
  expect(left).toEqual([])
})

test('pages, manifest and structured data contain the texts of the second brand', async () => {
  const site = await secondOf()
  const { plans, words } = site.content
  const of = (path: string) => textOf(site.resources.get(path)!)
  const home = of('/')
  for (const shown of [
    '青禾绘图',
    '青禾数码有限公司',
    'https://draw.qinghe.test',
    'https://talk.qinghe.test/help',
    '/brand/mark.svg',
    words.home.headline[0],
    words.home.scene.title,
    ...plans.slice(0, 3).map(({ name }) => name),
  ]) {
    expect(home).toContain(shown)
  }
  expect(JSON.parse(of('/manifest.webmanifest'))).toMatchObject({
    name: '青禾绘图',
    icons: [{ src: '/brand/mark.svg' }],
  })
  const data = [...of('/plans').matchAll(/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '']): unknown => JSON.parse(json),
  )
  expect(data.slice(0, 3)).toMatchObject([
    { '@type': 'Organization', name: '青禾数码有限公司', url: 'https://qinghe.test' },
    { '@type': 'Product', offers: plans.map(({ name }) => ({ name })) },
    { '@type': 'FAQPage' },
  ])
  for (const name of ['terms', 'privacy', 'refund', 'tutorial'] as const) {
    expect(of(`/${name}`)).toContain(`<title>${words[name].title} - 青禾绘图</title>`)
  }
  expect(of('/sitemap.xml')).toContain('<loc>https://qinghe.test/terms</loc>')
})

test('no document and no style sheet contains a colour of the first brand', async () => {
  const site = await secondOf()
  const sheets = new Set<string>()
  for (const [path, resource] of site.resources) {
    const text = textOf(resource)
    if (!text.startsWith('<!doctype')) continue
    expect(foundIn(text, FIRST_COLOURS), path).toEqual([])
    // its own style sheets are in the head, those of other pages in the data block
    for (const [sheet] of text.matchAll(/\/assets\/[^"]+\.css/g)) sheets.add(sheet)
  }
  // shared by all pages, shared by account pages, and of single pages
  expect(sheets.size).toBeGreaterThan(10)
  for (const path of sheets) {
    const sheet = site.resources.get(path)
    expect(sheet, path).toBeDefined()
    expect(foundIn(textOf(sheet!), FIRST_COLOURS), path).toEqual([])
    expect(sheet?.variants.br.headers['content-encoding']).toBe('br')
  }
})

test('mails contain name and colours of the second brand only', async () => {
  await using brand = await secondBrand()
  const content = loadContent(brand.folder, PAYMENT_METHODS)
  const words = await wordsOfFirstBrand()
  await using shop = await startShop({ deps: { content } })
  const ann = await shop.newUser({ email: 'ann@mail.test' })
  await shop.buy(ann, { id: LARGE.id, num: 1 })
  const { deps } = shop
  const written = [
    mails.registerCodeMail(deps, '482917'),
    mails.alreadyRegisteredMail(deps),
    mails.resetLinkMail(deps, 'token'),
    mails.noAccountMail(deps),
    mails.passwordChangedMail(deps, 'token'),
    mails.changeEmailCodeMail(deps, '482917'),
    mails.emailInUseMail(deps),
    mails.emailChangedMail(deps, 'new@mail.test', { token: 'token', by: 'customer' }),
    mails.emailReplacedMail(deps, { isBlocked: true }),
    mails.emailRestoredMail(deps),
    mails.formerEmailMail(deps, 'old@mail.test'),
    closingMails.accountClosingMail(deps, { closesAt: new Date(), isBlocked: true }),
    closingMails.closingCancelledMail(deps),
    closingMails.closingCancelledByOperatorMail(deps, { isBlocked: true }),
    closingMails.accountClosedMail(deps),
  ]
  const known = [...Object.keys(mails), ...Object.keys(closingMails)]
  expect(written).toHaveLength(known.filter((name) => name.endsWith('Mail')).length)
  const sent = await shop.mails()
  expect(sent.length).toBeGreaterThan(0)
  const recolor = mailRecolor(content.site)!
  for (const { subject, html, text } of [...written, ...sent]) {
    const shown = recolor(html)
    expect(`${subject}${text}`).toContain('青禾绘图')
    expect(foundIn(subject + text + shown, words), subject).toEqual([])
    expect(foundIn(shown, FIRST_COLOURS), subject).toEqual([])
  }
})
