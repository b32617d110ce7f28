import { expect, test } from 'vitest'
import { SITE_PATHS } from '#contract/site-paths.ts'
import { addressesOf, entryOf, notFound, type RouteEntry, routes } from './routes.ts'

const table: readonly RouteEntry[] = routes

/** Original specification, section 2, letter by letter: path, login required. */
const ACCOUNT: [path: string, loginRequired: 'yes' | 'no'][] = [
  ['/account/login', 'no'],
  ['/account/register', 'no'],
  ['/account/reset-password', 'no'],
  ['/account/recharge', 'yes'],
  ['/account/home', 'yes'],
  ['/account/recharge-center', 'yes'],
  ['/account/orders', 'yes'],
  ['/account/order', 'yes'],
  ['/account/change-password', 'yes'],
  ['/account/change-email', 'yes'],
  ['/account/edit', 'yes'],
  ['/account/stripe-callback', 'yes'],
]
const OLDER = ['/account/login2', '/account/register2', '/account/home2', '/account/recharge2']
const PUBLIC = ['/', '/index.html', '/product', '/tutorial', '/advantage', '/case', '/plans', '/gg']

test.for(ACCOUNT)('§2 %s: it is there, login required: %s', ([path, loginRequired]) => {
  const entry = table.find((each) => each.path === path)
  expect(entry?.loginCheck).toBe(loginRequired === 'yes')
  expect(entry?.isLegacy).toBeUndefined()
})

test.for(OLDER)('§2 %s: it uses the simpler layout and has no login check', (path) => {
  expect(table.find((each) => each.path === path)).toMatchObject({
    layout: 'main',
    isLegacy: true,
    loginCheck: false,
  })
})

test.for(PUBLIC)('§2 %s: it is public', (path) => {
  expect(entryOf(path)).not.toBe(notFound)
  expect(entryOf(path).loginCheck).toBe(false)
})

/** What the original did not have: what whoever pays has to be able to read. */
const BESIDE = ['/terms', '/privacy', '/refund']

test('besides them there are the rules of the house, and the .html forms that the legacy header links', () => {
  const known = [...ACCOUNT.map(([path]) => path), ...OLDER, ...PUBLIC, ...BESIDE]
  const besides = table.flatMap(addressesOf).filter((path) => !known.includes(path))
  expect(besides).toEqual([
    '/product.html',
    '/tutorial.html',
    '/advantage.html',
    '/case.html',
    '/plans.html',
    '/gg.html',
  ])
})

test("the operator's links may lead to every page that is one for visitors", () => {
  const pages = table.filter(
    ({ path, isLegacy }) => !isLegacy && path !== '/account/stripe-callback',
  )
  expect([...SITE_PATHS].toSorted()).toEqual(pages.map(({ path }) => path).toSorted())
})

test('§2 any other path, §8 unknown route: it is the 404 page', () => {
  for (const path of ['/nope', '/account', '/account/nope', '/product/', '/Product']) {
    expect(entryOf(path)).toBe(notFound)
  }
  expect(notFound.meta.title).toBe('您访问的页面不存在')
})

test.for(table.map((entry) => [entry.path, entry] as const))(
  '§2 route entry, §7 lazy pages: the page of %s can be loaded',
  async ([, entry]) => {
    const page = await entry.page()
    expect(page.default).toBeTypeOf('function')
  },
)
