import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test, vi } from 'vitest'
import type { SiteContent } from '#contract/content/content.ts'
import { PAYMENT_METHODS } from '#contract/shapes.ts'
import * as mails from '../../account/mails.ts'
import * as closingMails from '../../account/closing/closing-mails.ts'
import { loadConfig } from '../../config/config.ts'
import type { Resource } from '../../http/pages/resource.ts'
import { LARGE, startShop } from '../../testing/shop.ts'
import { loadContent } from '../content/load-content.ts'
import { loadPages } from './load-pages.ts'
import { DESIGN } from '../colors/recolor.ts'
import { mailRecolor } from '../colors/brand-colors.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { buildWeb } from '../../testing/build-web.ts'

vi.setConfig({ testTimeout: 60_000 })
const FIRST_COLOURS = [DESIGN.accent, DESIGN.money, '#f6f8fd', '#080d1e', '#eceeff', '#3443e6']

const SHIPPED = fileURLToPath(new URL('../../../content', import.meta.url))
const HAN = /\p{Script=Han}/gu

/** Settings that every operator changes. */
const OWN = {
  name: '青禾绘图',
  slogan: '把想法画出来',
  description: '一份预付点数，用来画图、修图、做海报。',
  colors: { accent: '#0a8f5b', money: '#c2185b' },
  toolsUrl: 'https://draw.qinghe.test',
  toolsLabel: '画板',
  support: [
    { kind: 'messenger', label: '找人问问', url: 'https://talk.qinghe.test/help' },
    { kind: 'qr', label: '扫一扫', text: 'https://scan.qinghe.test/us' },
  ],
  supportHours: '每天 8:00–20:00',
  downloads: [{ platform: 'web', label: '网页画板', url: 'https://draw.qinghe.test' }],
  company: '青禾数码有限公司',
  email: 'hello@qinghe.test',
  address: '成都市青羊区某路 1 号',
  creditUnit: '点',
} satisfies Partial<SiteContent>

/** Pictures that differ from the first brand's. */
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0a8f5b" d="M4 28V4h24z"/></svg>'

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

test('home, manifest and structured data contain the texts of the second brand', async () => {
  const { resources, content } = await secondOf()
  const home = textOf(resources.get('/')!)
  for (const shown of [
    '青禾绘图',
    '青禾数码有限公司',
    'https://draw.qinghe.test',
    '/brand/mark.svg',
  ])
    expect(home).toContain(shown)
  expect(JSON.parse(textOf(resources.get('/manifest.webmanifest')!))).toMatchObject({
    name: '青禾绘图',
    icons: [{ src: '/brand/mark.svg' }],
  })
  const blocks = textOf(resources.get('/plans')!).matchAll(/ld\+json">(.*?)<\/script>/g)
  const data = [...blocks].map(([, json = '']): unknown => JSON.parse(json))
  expect(data.slice(0, 3)).toMatchObject([
    { '@type': 'Organization', name: '青禾数码有限公司', url: 'https://qinghe.test' },
    { '@type': 'Product', offers: content.plans.map(({ name }) => ({ name })) },
    { '@type': 'FAQPage' },
  ])
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

/**
 * The content folder of another shop: its own name, links, colours and pictures, and every other
 * Chinese word of the shipped files made into another one, so that a file added later is covered, too.
 */
async function secondBrand() {
  const folder = await mkdtemp(join(tmpdir(), 'second-brand-'))
  await cp(SHIPPED, folder, { recursive: true })
  // cards for social media were drawn for the first
  await rm(join(folder, 'pictures'), { recursive: true, force: true })
  for (const file of await textFiles(folder)) {
    await writeFile(file, reworded(await readFile(file, 'utf8')))
  }
  const site: unknown = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'))
  const own = { ...Object(site), ...OWN, icp: undefined, logo: 'mark.svg', icon: 'mark.svg' }
  await writeFile(join(folder, 'site.json'), JSON.stringify(own, null, 2))
  await writeFile(join(folder, 'mark.svg'), MARK)
  for (const name of ['logo.svg', 'favicon.svg']) await rm(join(folder, name))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

/** Every text of the shipped files that is long enough to be somebody's own, and every short name of a thing sold. */
async function wordsOfFirstBrand(): Promise<Set<string>> {
  const words = new Set(['星桥', 'xingqiao', '积分'])
  for (const file of await textFiles(SHIPPED)) {
    const text = await readFile(file, 'utf8')
    const strings = file.endsWith('.json')
      ? leaves(JSON.parse(text))
      : // sentences, without what Markdown makes of them
        text.split(/[\n*`|[\](){}<>「」#。；：]+/)
    for (const [host] of text.matchAll(/[\w-]+[.@]example\.com/g)) words.add(host)
    for (const each of strings) {
      const string = each.trim()
      if ((string.match(HAN) ?? []).length >= 7) words.add(string)
    }
  }
  return words
}

async function textFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names
    .filter((name) => /\.(json|md)$/.test(name) && name !== 'README.md')
    .map((name) => join(folder, name))
}

/** Each Chinese character becomes another, each host another; all else a file is made of stays. */
function reworded(text: string): string {
  return text
    .replaceAll(HAN, (character) => {
      const place = (character.codePointAt(0) ?? 0) - 0x4e00
      return String.fromCodePoint(0x4e00 + ((place + 4999) % 20_000))
    })
    .replaceAll('xingqiao', 'qinghe')
    .replaceAll('example.com', 'qinghe.test')
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(leaves)
}
