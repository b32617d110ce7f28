import { expect, test } from 'vitest'
import {
  ADDRESSES,
  findAddress,
  isLinkablePage,
  NOT_FOUND,
  pathsOf,
  type SiteAddress,
} from '#contract/addresses.ts'
import { routes } from './routes.ts'

const table: readonly SiteAddress[] = ADDRESSES

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

test('§2 route entry: the pages of the account are there, with their login check', () => {
  const found = ACCOUNT.map(([path]) => {
    const entry = table.find((each) => each.path === path)
    expect(entry?.isLegacy, path).toBeUndefined()
    return [path, entry?.loginCheck === true ? 'yes' : 'no']
  })
  expect(found).toEqual(ACCOUNT)
  for (const path of OLDER) {
    const legacy = { layout: 'main', isLegacy: true, loginCheck: false }
    expect(
      table.find((each) => each.path === path),
      path,
    ).toMatchObject(legacy)
  }
  for (const path of PUBLIC) {
    expect(findAddress(path), path).not.toBe(NOT_FOUND)
    expect(findAddress(path).loginCheck, path).toBe(false)
  }
})

/** Legal pages, the usage of credit, invoices and API keys, which the original did not have. */
const ADDED = [
  '/terms',
  '/privacy',
  '/refund',
  '/account/usage',
  '/account/invoices',
  '/account/api-keys',
]

test('the table adds only the legal pages, usage, invoices, API keys and the .html forms that the legacy header links', () => {
  const known = [...ACCOUNT.map(([path]) => path), ...OLDER, ...PUBLIC, ...ADDED]
  const besides = table.flatMap(pathsOf).filter((path) => !known.includes(path))
  expect(besides).toEqual([
    '/product.html',
    '/tutorial.html',
    '/advantage.html',
    '/case.html',
    '/plans.html',
    '/gg.html',
  ])
})

test("the operator's links may lead to every page but the older variants and the provider's return", () => {
  const refused = table.flatMap(pathsOf).filter((path) => !isLinkablePage(path))
  expect(refused).toEqual([
    '/index.html',
    '/product.html',
    '/tutorial.html',
    '/advantage.html',
    '/case.html',
    '/plans.html',
    '/gg.html',
    '/account/stripe-callback',
    ...OLDER,
  ])
  expect(isLinkablePage('/plans?id=pro#faq')).toBe(true)
  expect(isLinkablePage('/nope')).toBe(false)
})

test('§2 any other path, §8 unknown route: it is the 404 page', () => {
  for (const path of ['/nope', '/account', '/account/nope', '/product/', '/Product']) {
    expect(findAddress(path)).toBe(NOT_FOUND)
  }
  expect(NOT_FOUND.meta.title).toBe('您访问的页面不存在')
})

test('§2 route entry, §7 lazy pages: every page can be loaded', async () => {
  const loaded = await Promise.all([...table, NOT_FOUND].map(({ path }) => routes[path]()))
  expect(loaded.map((page) => typeof page.default)).toEqual(loaded.map(() => 'function'))
})
