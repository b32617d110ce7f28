import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { CRASH_REPORT_PATH, crashReport } from '#contract/crash-report.ts'
import { readCookie } from '../lib/session/cookies.ts'
import { createMemoryRouter } from '../lib/router/router.ts'
import { RouterProvider } from '../lib/router/router-provider.tsx'
import { type Preloaded, routeObjects, zoneOf } from '../router.tsx'
import { findAddress } from '#contract/addresses.ts'
import type { PageModule } from '../lib/page/page-module.ts'
import { PageDataProvider } from '../lib/site.ts'
import { refreshSession } from '../lib/session/session.ts'
import { reply } from '../testing/network.ts'
import { logIn, testPageData } from '../testing/site.ts'

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

test('the initial is a whole character', async () => {
  logIn('🌙林晚')
  const { screen } = await visit('/plans', { '/plans': Text })
  const button = screen.getByRole('button', { name: /账户菜单/ })
  await expect.element(button).toHaveTextContent('🌙🌙林晚账户菜单')
})

test('§4 source: every route change can record another source', async () => {
  const { router } = await visit('/plans?source=mail', { '/plans': Text, '/product': Text })
  await expect.poll(() => readCookie('user_source')).toBe('mail')
  await router.navigate('/product')
  expect(readCookie('user_source')).toBe('mail')
  await router.navigate('/plans?utm_source=forum')
  await expect.poll(() => readCookie('user_source')).toBe('forum')
})

test('§2 title: a route change moves focus and title and keeps the chrome', async () => {
  const { screen, router } = await visit('/plans', { '/plans': Text, '/product': Text })
  const header = screen.getByRole('banner').element()
  await router.navigate('/product')
  await expect.poll(() => document.title).toBe('产品介绍 - 星桥 AI')
  await expect.element(screen.getByRole('main')).toHaveFocus()
  expect(screen.getByRole('banner').element()).toBe(header)
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

test('the scheme can be chosen in the footer', async () => {
  const { screen } = await visit('/plans', { '/plans': Text })
  await screen.getByRole('radio', { name: '深色' }).click({ force: true })
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('dark')
  await screen.getByRole('radio', { name: '浅色' }).click({ force: true })
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('light')
})
