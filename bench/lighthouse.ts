import { SESSION_COOKIE, USER_INFO_COOKIE } from '#server/http/cookies.ts'
import { openAccounts } from '#harness/customers.ts'
import { type Figure, visitFigure } from './rig/figure.ts'
import { fillHistory } from './rig/history.ts'
import { startBrowser, type Visit } from './rig/lighthouse.ts'
import { toPlainPage, servePlainPage } from './rig/plain-page.ts'
import { interleave } from './rig/rounds.ts'
import { type Shop, startShop } from './rig/shop.ts'

const ROUNDS = 5
/** One full page of the order list. */
const ORDERS = 10

type Goals = readonly [measure: keyof Visit, goal: Figure['goal']][]

/** Goals of public pages. */
const PUBLIC_GOALS: Goals = [
  ['firstPaintS', { atMost: 1.3 }],
  ['largestPaintS', { atMost: 1.3 }],
  ['blockedMs', { atMost: 50 }],
  ['shift', { atMost: 0.02 }],
  ['performance', { atLeast: 98 }],
  ['others', { atLeast: 100 }],
]
const LOGIN = '/account/login'
const OWN_GOALS: Goals = [
  ['largestPaintS', { atMost: 1.8 }],
  ['shift', { atMost: 0.02 }],
  ['performance', { atLeast: 95 }],
]
const ACCOUNT_GOALS: Record<string, Goals> = {
  [LOGIN]: [
    ['largestPaintS', { atMost: 1.8 }],
    ['performance', { atLeast: 97 }],
  ],
  '/account/orders': OWN_GOALS,
  '/account/home': OWN_GOALS,
  '/account/usage': OWN_GOALS,
  '/account/recharge-center': OWN_GOALS,
  '/account/recharge': OWN_GOALS,
}

/** Compares every public page, the login and the account pages of a customer with ten orders with plain pages of the same text. */
export async function measureLighthouse(chosen: readonly string[] = []): Promise<Figure[]> {
  await using shop = await startShop('server')
  await using browser = await startBrowser()
  const cookies = await customerCookies(shop)
  const pages = [...(await readSitemapPaths(shop)), ...Object.keys(ACCOUNT_GOALS)]
  const figures: Figure[] = []
  for (const path of pages.filter((page) => chosen.length === 0 || chosen.includes(page))) {
    const url = shop.url + path
    await using plain = await servePlainPage(toPlainPage(await (await fetch(url)).text()))
    if (path in ACCOUNT_GOALS && path !== LOGIN) await browser.setCookies(shop.url, cookies)
    const rounds = await interleave(ROUNDS, {
      ours: () => browser.visit(url),
      plain: () => browser.visit(plain.url),
    })
    const goals = ACCOUNT_GOALS[path] ?? PUBLIC_GOALS
    figures.push(...goals.map(([measure, goal]) => visitFigure(path, measure, rounds, goal)))
  }
  return figures
}

async function readSitemapPaths({ url }: Shop): Promise<string[]> {
  const siteMap = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...siteMap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, page = '']) => new URL(page).pathname,
  )
}

/** Cookies of a logged-in customer with orders. */
async function customerCookies(shop: Shop): Promise<Record<string, string>> {
  const [customer] = await openAccounts(shop, 1)
  await fillHistory(shop.databaseUrl, { orders: ORDERS, ordersEach: ORDERS })
  const pairs = (customer?.headers['cookie'] ?? '').split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at), pair.slice(at + 1)]
  })
  return Object.fromEntries(
    pairs.filter(([name]) => name === SESSION_COOKIE || name === USER_INFO_COOKIE),
  )
}
