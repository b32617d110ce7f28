import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { api } from '#contract/api.ts'
import { CRASH_REPORT_PATH, crashReport } from '#contract/crash-report.ts'
import { ChunkLoadError } from '../lib/loading/chunk.ts'
import { readCookie } from '../lib/session/cookies.ts'
import { createMemoryRouter } from '../lib/router/router.ts'
import { RouterProvider } from '../lib/router/router-provider.tsx'
import { routes } from '../routes.ts'
import { type Preloaded, routeObjects, zoneOf } from '../router.tsx'
import { findAddress } from '#contract/addresses.ts'
import type { PageModule } from '../lib/page/page-module.ts'
import { PageDataProvider } from '../lib/site.ts'
import { refreshSession } from '../lib/session/session.ts'
import { answer, reply } from '../testing/network.ts'
import { logIn, testPageData } from '../testing/site.ts'

afterEach(async () => {
  await page.viewport(1280, 800)
})

/** The whole site at an address, with these pages in the place of the real ones. */
async function visit(address: string, pages: Record<string, PageModule['default']> = {}) {
  const preloaded: Preloaded = new Map(
    Object.entries(pages).map(([path, Page]) => [findAddress(path), { default: Page }]),
  )
  refreshSession()
  const { pathname } = new URL(address, location.origin)
  const router = createMemoryRouter(routeObjects(zoneOf(pathname), preloaded), {
    initialEntries: [address],
  })
  const screen = await render(
    <PageDataProvider value={testPageData}>
      <RouterProvider router={router} />
    </PageDataProvider>,
  )
  return { screen, router }
}

const Text = () => <h1>正文</h1>

/** The document of another public page, which brings the words of that page. */
function answerDocument(path: string) {
  const block = `<script type="application/json" id="site">${JSON.stringify(testPageData)}</script>`
  reply({ method: 'GET', path }, () => new Response(block))
}

function linksIn(part: Element): string[] {
  const links = [...part.querySelectorAll('a')]
  return links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)
}

test('§2 navigation: the header shows a visitor login links and the current page', async () => {
  const { screen } = await visit('/plans', { '/plans': Text })
  const banner = screen.getByRole('banner')
  await expect.element(banner.getByRole('link', { name: '登录' })).toBeVisible()
  await expect
    .element(banner.getByRole('link', { name: '充值中心' }))
    .toHaveAttribute('href', '/account/recharge-center')
  expect(document.querySelector<HTMLElement>('.account-button')?.checkVisibility()).toBe(false)
  const nav = screen.getByRole('navigation', { name: '主导航' })
  expect(linksIn(nav.element())).toEqual([
    '首页 /',
    '产品介绍 /product',
    '新手教程 /tutorial',
    '行业优势 /advantage',
    '用户案例 /case',
    '产品套餐 /plans',
    'AI 工具 https://tools.example.com',
  ])
  await expect
    .element(nav.getByRole('link', { name: '产品套餐' }))
    .toHaveAttribute('aria-current', 'page')
  const tools = nav.getByRole('link', { name: 'AI 工具' })
  await expect.element(tools).toHaveAttribute('target', '_blank')
  await expect.element(tools).toHaveAttribute('rel', 'noopener')
})

test('§2 account menu: the header shows it to a logged-in user', async () => {
  logIn('林晚')
  const { screen } = await visit('/plans', { '/plans': Text })
  const button = screen.getByRole('button', { name: /账户菜单/ })
  await expect.element(button).toHaveTextContent('林林晚账户菜单')
  await expect.element(screen.getByRole('link', { name: '登录' })).not.toBeInTheDocument()
  await button.click()
  const menu = document.querySelector('#account-menu')!
  expect(linksIn(menu)).toEqual([
    '账户中心 /account/home',
    '订单管理 /account/orders',
    '用量 /account/usage',
    '修改密码 /account/change-password',
    '修改邮箱 /account/change-email',
  ])
  await expect.element(screen.getByRole('button', { name: '退出登录' })).toBeVisible()
  await expect.element(screen.getByText('lin***an@example.com')).toBeVisible()
})

test('the initial is a whole character', async () => {
  logIn('🌙林晚')
  const { screen } = await visit('/plans', { '/plans': Text })
  const button = screen.getByRole('button', { name: /账户菜单/ })
  await expect.element(button).toHaveTextContent('🌙🌙林晚账户菜单')
})

test('on a phone the navigation is behind a button', async () => {
  await page.viewport(390, 844)
  const { screen } = await visit('/plans', { '/plans': Text })
  await screen.getByRole('button', { name: '打开菜单' }).click()
  const nav = screen.getByRole('navigation', { name: '手机导航' })
  await expect.element(nav.getByRole('link', { name: '产品套餐' })).toBeVisible()
  await screen.getByRole('button', { name: '关闭菜单' }).click()
  await expect.element(nav).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('§2 title, §2 side widget, §4 source: the page has a title, support, a link to the top, and records its source', async () => {
  const { screen } = await visit('/plans?source=mail', { '/plans': Text })
  await expect.poll(() => document.title).toBe('产品套餐 - 星桥 AI')
  expect(readCookie('user_source')).toBe('mail')
  await expect
    .element(screen.getByRole('link', { name: '返回顶部', includeHidden: true }))
    .toBeInTheDocument()
  const support = screen.getByRole('complementary', { name: '在线支持' })
  await expect
    .element(support.getByRole('link', { name: '在线客服' }))
    .toHaveAttribute('href', 'https://chat.example.com/support')
  await support.getByRole('button', { name: '扫码联系' }).click()
  await expect.element(screen.getByRole('img', { name: '扫码联系二维码' }).first()).toBeVisible()
})

test('§4 source: every route change can record another source', async () => {
  const { router } = await visit('/plans?source=mail', { '/plans': Text, '/product': Text })
  await expect.poll(() => readCookie('user_source')).toBe('mail')
  await router.navigate('/product')
  expect(readCookie('user_source')).toBe('mail')
  await router.navigate('/plans?utm_source=forum')
  await expect.poll(() => readCookie('user_source')).toBe('forum')
})

test('§2 query: query strings are parsed and passed to the page', async () => {
  const { screen } = await visit('/plans?id=pro&num=2', {
    '/plans': ({ query }) => <p>{JSON.stringify(query)}</p>,
  })
  await expect.element(screen.getByText('{"id":"pro","num":"2"}')).toBeVisible()
})

test('§4 protected route: a protected page leads a visitor to the login with a redirect back', async () => {
  const { router } = await visit('/account/orders?state=paid', { '/account/login': Text })
  await expect.poll(() => router.state.location.pathname).toBe('/account/login')
  expect(router.state.location.search).toBe('?redirect=%2Faccount%2Forders%3Fstate%3Dpaid')
})

test('§8 unknown route: an unknown address shows the 404 page', async () => {
  answerDocument('/nope')
  const { screen } = await visit('/nope')
  await expect.element(screen.getByRole('heading', { name: '您访问的页面不存在' })).toBeVisible()
})

test('§2 title: a route change moves focus and title and keeps the chrome', async () => {
  const { screen, router } = await visit('/plans', { '/plans': Text, '/product': Text })
  const header = screen.getByRole('banner').element()
  await router.navigate('/product')
  await expect.poll(() => document.title).toBe('产品介绍 - 星桥 AI')
  await expect.element(screen.getByRole('main')).toHaveFocus()
  expect(screen.getByRole('banner').element()).toBe(header)
})

test('§2 loading screen: a loading page shows the loading screen after 150 ms', async () => {
  answerDocument('/product')
  const coming = Promise.withResolvers<PageModule>()
  const load = vi.spyOn(routes, '/product').mockReturnValue(coming.promise)
  const { router } = await visit('/plans', { '/plans': Text })
  const covered = () => document.querySelector('.loading-screen') !== null
  // noted where it happens: what the test itself waits for comes late on a busy machine
  const coveredAt = Promise.withResolvers<number>()
  const watch = new MutationObserver(() => covered() && coveredAt.resolve(performance.now()))
  watch.observe(document.body, { childList: true, subtree: true })
  const left = performance.now()
  void router.navigate('/product')
  await expect.poll(() => load).toHaveBeenCalled()
  expect((await coveredAt.promise) - left).toBeGreaterThan(149)
  watch.disconnect()
  coming.resolve({ default: Text })
  await expect.poll(covered).toBe(false)
  expect(router.state.location.pathname).toBe('/product')
})

test('§2 error screen, §8 render failure: a page that throws shows the error screen with an id and is reported once', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const reports: unknown[] = []
  reply({ method: 'POST', path: CRASH_REPORT_PATH }, async (request) => {
    reports.push(await request.json())
    return new Response(null, { status: 204 })
  })
  const { screen } = await visit('/plans?token=secret', {
    '/plans': () => {
      throw new Error('bug')
    },
  })
  await expect
    .element(screen.getByRole('heading', { name: '发生错误，请联系开发人员' }))
    .toBeVisible()
  const copy = screen.getByRole('button', { name: /^复制编号 web-[0-9a-f]{12}$/ })
  await expect.element(copy).toBeVisible()
  const id = /web-\w+/.exec(copy.element().getAttribute('aria-label') ?? copy.element().textContent)
  await expect.poll(() => reports).toHaveLength(1)
  expect(crashReport.parse(reports[0])).toEqual({
    id: id?.[0],
    page: '/plans',
    message: 'Error: bug',
    stack: expect.stringMatching(/^Error: bug\s+at /),
  })
  const logged = log.mock.calls.flat().filter((each) => /^web-\w+$/.test(String(each)))
  expect(logged).toEqual([id?.[0]])
  await expect
    .element(screen.getByRole('main').getByRole('link', { name: '联系客服' }))
    .toHaveAttribute('href', 'https://chat.example.com/support')
  await expect.element(screen.getByRole('banner')).toBeVisible()
  log.mockClear()
})

test('§8 chunk: a chunk that fails offers to reload', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { screen } = await visit('/plans', {
    '/plans': () => {
      throw new ChunkLoadError('failed')
    },
  })
  await expect.element(screen.getByRole('button', { name: '重新加载' })).toBeVisible()
  log.mockClear()
})

test('§2 legacy header, §3 user info, §4 legacy login state: the legacy header asks the server who is logged in', async () => {
  answer(api.account.userInfo, { isLogin: true })
  const { screen } = await visit('/account/home2', { '/account/home2': Text })
  const banner = screen.getByRole('banner')
  await expect.element(banner.getByRole('button', { name: '退出' })).toBeVisible()
  await expect
    .element(banner.getByRole('link', { name: '新手教程' }))
    .toHaveAttribute('href', '/tutorial.html')
})

test('§8 user info: a failure of that call is only logged', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  reply(api.account.userInfo, () => Response.json({ statusCode: 500 }, { status: 500 }))
  const { screen } = await visit('/account/home2', { '/account/home2': Text })
  await expect.poll(() => log).toHaveBeenCalled()
  await expect.element(screen.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible()
  expect(document.querySelector('.toast')).toBeNull()
})

test('the scheme can be chosen in the footer', async () => {
  const { screen } = await visit('/plans', { '/plans': Text })
  await screen.getByRole('radio', { name: '深色' }).click({ force: true })
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('dark')
  await screen.getByRole('radio', { name: '浅色' }).click({ force: true })
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('light')
})
