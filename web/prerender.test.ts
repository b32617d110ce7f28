import { expect, test, vi } from 'vitest'
import type { RenderedPage } from './prerender.tsx'
import { ADDRESSES, NOT_FOUND } from '#contract/addresses.ts'
import { testHome, testPlan, testSite } from './testing/site.ts'
import { testArticles, testWords } from './testing/words.ts'

vi.stubGlobal('__ASSETS__', {
  beforePaint: '/assets/before-paint-1.js',
  earlyBalance: '/assets/early-balance-1.js',
  boot: '/assets/boot-1.js',
  main: '/assets/main-1.js',
  mainImports: ['/assets/react-1.js', '/assets/boot-1.js'],
  publicCss: '/assets/public-1.css',
  accountCss: '/assets/account-1.css',
  sheets: {
    'site/home/home-page.tsx': '/assets/site-home-page-1.css',
    'account/login/login-page.tsx': '/assets/account-login-page-1.css',
    'recharge/orders/orders-page.tsx': '/assets/recharge-orders-page-1.css',
  },
  pages: { 'account/login/login-page.tsx': ['/assets/field-1.js', '/assets/login-page-1.js'] },
})
const { renderPages } = await import('./prerender.tsx')

const HOSTILE = '</script><img src=x onerror=alert(1)> & "星桥"'
const pages = await renderPages({
  site: {
    ...testSite,
    name: HOSTILE,
    titles: { '/terms': '使用条款' },
    ...testWords,
    ...testArticles,
  },
  plans: [testPlan],
  iconUrl: '/brand/icon.svg',
  colors: { sheetSuffix: '.green', background: { light: '#f5faf7', dark: '#07120c' } },
  touchIconUrl: '/pictures/icon-180.png?v=1',
  cards: [
    { path: '/', title: `首页 - ${HOSTILE}`, url: '/pictures/og-home.png?v=2' },
    { path: '/plans', title: '产品套餐 - 旧名', url: '/pictures/og-plans.png?v=3' },
  ],
})
const parsedPages = pages.map((page) => ({ ...page, parsed: parse(page.html) }))

test('every address of the table is rendered, and one page for all others', () => {
  const paths = pages.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(ADDRESSES.map(({ path }) => path)))
  expect(paths).toEqual(expect.arrayContaining(['/index.html', '/plans.html', '*']))
  expect(new Set(paths).size).toBe(paths.length)
  expect(pages.filter(({ status }) => status === 404).map(({ path }) => path)).toEqual(['*'])
})

test('no document has an inline script or style', () => {
  for (const { path, html, parsed } of parsedPages) {
    const inline = [...parsed.scripts].filter(
      ({ src, type }) => src === '' && !type.endsWith('json'),
    )
    expect(inline, path).toEqual([])
    expect(html, path).not.toMatch(/ style="|<style|javascript:/)
    // React streams late parts as templates
    const templates = [...parsed.querySelectorAll('template')].map(({ id }) => id)
    expect(templates, path).toEqual(['loading', 'failed'])
    expect(html, path).not.toMatch(/<[^>]* on[a-z]+="/)
  }
})

test("every document escapes the operator's texts", () => {
  for (const { path, parsed } of parsedPages) {
    expect(parsed.querySelector('img[src=x]'), path).toBeNull()
    expect(parsed.title, path).toContain(HOSTILE)
    expect(parsed.querySelectorAll('#site'), path).toHaveLength(1)
  }
})

test('every document has language, description, one h1, an icon and a canonical link, and says what needs JavaScript', () => {
  for (const { path, html, zone, parsed } of parsedPages) {
    const attribute = (selector: string, name: string) =>
      parsed.querySelector(selector)?.getAttribute(name)
    expect(html.startsWith('<!doctype html>'), path).toBe(true)
    expect(parsed.documentElement.lang, path).toBe('zh-CN')
    expect(attribute('meta[name=description]', 'content'), path).toBeTruthy()
    expect(parsed.querySelectorAll('h1'), path).toHaveLength(1)
    expect(parsed.querySelectorAll('main#content'), path).toHaveLength(1)
    expect(attribute('link[rel=apple-touch-icon]', 'href')).toBe('/pictures/icon-180.png?v=1')
    const isHidden = attribute('meta[name=robots]', 'content') === 'noindex'
    expect(isHidden, path).toBe(attribute('link[rel=canonical]', 'href') === undefined)
    const isAccount = path.startsWith('/account/')
    expect(zone, path).toBe(isAccount ? 'account' : 'public')
    if (isAccount) expect(isHidden, path).toBe(true)
    const notice = parsed.querySelector('noscript')?.textContent ?? ''
    expect(notice, path).toMatch(isAccount ? /需要启用 JavaScript/ : /^$/)
  }
})

test('every listed page has a description of its own', () => {
  const listed = pages.filter(({ isListed }) => isListed)
  const told = listed.map(({ html }) =>
    parse(html).querySelector('meta[name=description]')?.getAttribute('content'),
  )
  expect(listed.length).toBeGreaterThan(8)
  expect(new Set(told).size).toBe(listed.length)
})

test('the .html alias of a page is the same document, and only the canonical path is listed', () => {
  const clean = find('/plans')
  const twin = find('/plans.html')
  expect(twin.html).toBe(clean.html)
  expect([clean.isListed, twin.isListed]).toEqual([true, false])
  expect(clean.html).toContain('<link rel="canonical" href="https://shop.example.com/plans">')
})

/** Their first line is a promise of the operator's, or the title of a text: decision 024. */
const OWN_HEADING = ['/', '/gg', '/tutorial', '/terms', '/privacy', '/refund']

test('§2 title: the h1 of a page is the title of its route', () => {
  const titled = [...ADDRESSES, NOT_FOUND].filter(({ path }) => !OWN_HEADING.includes(path))
  const headings = titled.map(({ path }) => {
    const page = parsedPages.find((each) => each.path === path)
    return [path, page?.parsed.querySelector('h1')?.textContent]
  })
  expect(headings).toEqual(titled.map(({ path, meta }) => [path, meta.title]))
})

test('data-guarded marks the documents of protected pages only', () => {
  const isGuarded = ({ html }: RenderedPage) =>
    parse(html).documentElement.hasAttribute('data-guarded')
  const guarded = pages.filter(isGuarded).map(({ path }) => path)
  const checked = ADDRESSES.filter(({ loginCheck }) => loginCheck).map(({ path }) => path)
  expect(guarded.toSorted()).toEqual(checked.toSorted())
})

test('public documents start the app on interaction, account documents after the first paint', () => {
  const home = parse(find('/').html)
  const login = parse(find('/account/login').html)
  const starter = login.querySelector<HTMLElement>('script[data-files]')
  expect(starter?.getAttribute('src')).toBe('/assets/boot-1.js')
  expect(starter?.dataset['when']).toBe('painted')
  // as they can run: main begins the app
  expect(starter?.dataset['files']?.split(' ')).toEqual([
    '/assets/react-1.js',
    '/assets/field-1.js',
    '/assets/login-page-1.js',
    '/assets/main-1.js',
  ])
  expect(home.querySelector<HTMLElement>('script[data-files]')?.dataset['when']).toBe('interacted')
  expect(addresses(home)).toEqual([
    '/assets/before-paint-1.js',
    '/assets/boot-1.js',
    '/assets/public-1.green.css',
    '/assets/site-home-page-1.green.css',
  ])
  expect(addresses(login)).toEqual([
    '/assets/account-1.green.css',
    '/assets/account-login-page-1.green.css',
    '/assets/before-paint-1.js',
    '/assets/boot-1.js',
    '/assets/public-1.green.css',
  ])
})

test('a document lists the style sheets of its zone', () => {
  expect(blockOf('/plans')).toHaveProperty('sheets', {
    '/': '/assets/site-home-page-1.green.css',
  })
  expect(blockOf('/account/register')).toHaveProperty('sheets', {
    '/account/login': '/assets/account-login-page-1.green.css',
    '/account/login2': '/assets/account-login-page-1.green.css',
    '/account/orders': '/assets/recharge-orders-page-1.green.css',
  })
})

test('a protected page is prerendered as it waits for its data, without errors or empty states', () => {
  const orders = parse(find('/account/orders').html)
  expect(orders.querySelector('.tabs [aria-current=page]')?.textContent).toBe('全部')
  for (const [path, part, heading] of [
    ['/account/recharge', '[role=status] .skeleton', '充值'],
    ['/account/orders', '[aria-busy=true] [role=status] .skeleton', '订单管理'],
    ['/account/home', '.balance [role=status]', '账户安全'],
    ['/account/recharge-center', '.plan-links .choice-name', '积分流水'],
    ['/account/order', '[role=status] .skeleton', '订单详情'],
    ['/account/change-password', 'input[name=newPassword]', '修改后'],
    ['/account/change-email', 'input[name=email]', '修改后'],
    ['/account/edit', 'input[name=nickname]', '登录的设备'],
  ] as const) {
    const main = parse(find(path).html).querySelector('main')
    expect(main?.querySelector(part), path).not.toBeNull()
    const headings = [...(main?.querySelectorAll('h1, h2') ?? [])].map((each) => each.textContent)
    expect(headings, path).toContain(heading)
    expect(main?.querySelector('[role=alert], .empty'), path).toBeNull()
  }
})

test('a document carries the long texts of its own page only', () => {
  expect(blockOf('/')).toMatchObject({ site: { name: HOSTILE, home: testHome }, plans: [testPlan] })
  expect(blockOf('/account/login')).toMatchObject({ plans: [] })
  expect(blockOf('/account/login')).not.toHaveProperty('site.home')
})

test('a page names its social media picture unless its title has changed since', () => {
  const cardOf = (path: string) => {
    const parsed = parse(find(path).html)
    const content = (selector: string) =>
      parsed.querySelector(selector)?.getAttribute('content') ?? undefined
    return {
      image: content('meta[property="og:image"]'),
      size: [
        content('meta[property="og:image:width"]'),
        content('meta[property="og:image:height"]'),
      ],
      card: content('meta[name="twitter:card"]'),
    }
  }
  expect(cardOf('/')).toEqual({
    image: 'https://shop.example.com/pictures/og-home.png?v=2',
    size: ['1200', '630'],
    card: 'summary_large_image',
  })
  const without = { image: undefined, size: [undefined, undefined], card: 'summary' }
  expect(cardOf('/plans')).toEqual(without)
  expect(cardOf('/account/login')).toEqual({ ...without, card: undefined })
})

test('a text of the operator is a document with its own title and description', () => {
  const { html, isListed } = find('/terms')
  const parsed = parse(html)
  expect(isListed).toBe(true)
  expect(parsed.title).toBe(`使用条款 - ${HOSTILE}`)
  expect(parsed.querySelector('meta[name=description]')?.getAttribute('content')).toBe(
    'terms 的说明。',
  )
  expect(parsed.querySelector('article')?.textContent).toContain('正文。')
  expect(blockOf('/terms')).toMatchObject({ site: { terms: testArticles.terms } })
  expect(blockOf('/privacy')).not.toHaveProperty('site.terms')
})

test("documents name style sheets and backgrounds in the operator's colours", () => {
  const backgrounds = [...parse(find('/').html).querySelectorAll('meta[name=theme-color]')]
  expect(backgrounds.map((meta) => meta.getAttribute('content'))).toEqual(['#f5faf7', '#07120c'])
})

function find(path: string): RenderedPage {
  const page = pages.find((each) => each.path === path)
  if (!page) throw new Error(`${path} was not rendered`)
  return page
}

/** The data block that the browser will read. */
function blockOf(path: string): unknown {
  return JSON.parse(parse(find(path).html).querySelector('#site')?.textContent ?? '')
}

function parse(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html')
}

/** What the browser fetches by itself. */
function addresses(parsed: Document): string[] {
  const loading = '[src^="/assets/"], link[rel=stylesheet], link[rel=modulepreload]'
  return [...parsed.head.querySelectorAll(loading)]
    .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
    .toSorted()
}
