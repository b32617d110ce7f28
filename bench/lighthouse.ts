import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { openAccounts } from '#harness/customers.ts'
import { adjustCredit } from '#server/credit/adjust-credit.ts'
import { SESSION_COOKIE, USER_INFO_COOKIE } from '#server/http/cookies.ts'
import { CHROMIUM_ARGS, chromiumPath } from '../scripts/chromium-path.ts'
import { absoluteFigure, type Figure } from './rig/figure.ts'
import { type Bench, interleave } from './rig/rounds.ts'
import { type Shop, startShop } from './rig/shop.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Results of one visit with Lighthouse's mobile preset. */
interface Visit {
  firstPaintS: number
  largestPaintS: number
  blockedMs: number
  shift: number
  /** Points of 100. */
  performance: number
  /** The lowest of accessibility, best practices and search engines. */
  others: number
}

const MEASURES = {
  firstPaintS: ['first contentful paint', 's'],
  largestPaintS: ['largest contentful paint', 's'],
  blockedMs: ['total blocking time', 'ms'],
  shift: ['cumulative layout shift', 'shift'],
  performance: ['performance', 'points'],
  others: ['lowest of the other three', 'points'],
} as const

type Goals = Partial<Record<keyof Visit, Figure['goal']>>

const PUBLIC_GOALS: Goals = {
  ...{ firstPaintS: { atMost: 1.3 }, largestPaintS: { atMost: 1.3 }, blockedMs: { atMost: 50 } },
  ...{ shift: { atMost: 0.02 }, performance: { atLeast: 98 }, others: { atLeast: 100 } },
}
const LOGIN = '/account/login'
const OWN_GOALS: Goals = {
  ...{ largestPaintS: { atMost: 1.8 }, shift: { atMost: 0.02 }, performance: { atLeast: 95 } },
}
const ACCOUNT_GOALS: Record<string, Goals> = {
  [LOGIN]: { largestPaintS: { atMost: 1.8 }, performance: { atLeast: 97 } },
  '/account/orders': OWN_GOALS,
  '/account/home': OWN_GOALS,
  '/account/usage': OWN_GOALS,
  '/account/recharge-center': OWN_GOALS,
  '/account/recharge': OWN_GOALS,
}

/** Visits every public page, the login, and the account pages of a customer with ten orders. */
export async function measureLighthouse({ rounds, pages }: Bench): Promise<Figure[]> {
  await using shop = await startShop('server')
  const cookies = await customerCookies(shop)
  const chrome = await launch({
    chromePath: chromiumPath() ?? chromium.executablePath(),
    chromeFlags: ['--headless=new', ...CHROMIUM_ARGS],
    logLevel: 'error',
    // its handler would end this process while a shop and a database still run
    handleSIGINT: false,
  })
  // it is in a process group of its own, so no signal of the terminal reaches it
  process.once('exit', () => chrome.kill())
  const siteMap = await (await fetch(`${shop.url}/sitemap.xml`)).text()
  const locations = [...siteMap.matchAll(/<loc>([^<]*)<\/loc>/g)]
  const all = [
    ...locations.map(([, page = '']) => new URL(page).pathname),
    ...Object.keys(ACCOUNT_GOALS),
  ]
  const figures: Figure[] = []
  for (const path of all.filter((page) => pages.length === 0 || pages.includes(page))) {
    const url = shop.url + path
    if (path in ACCOUNT_GOALS && path !== LOGIN) await setCookies(chrome.port, shop.url, cookies)
    const { visits } = await interleave(rounds, { visits: () => visit(url, chrome.port) })
    for (const [measure, goal] of Object.entries(ACCOUNT_GOALS[path] ?? PUBLIC_GOALS)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the goals
      const key = measure as keyof Visit
      const [name, unit] = MEASURES[key]
      const values = visits.map((each) => each[key])
      figures.push(absoluteFigure(`${path}: ${name}`, values, unit, goal))
    }
  }
  chrome.kill()
  return figures
}

/** Loads of a page when Lighthouse records no navigation, which happens on a busy machine. */
const TRIES = 3

async function visit(url: string, port: number, tries: number = TRIES): Promise<Visit> {
  const result = await lighthouse(url, {
    ...{ port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] },
  })
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`)
  const { audits, categories, runtimeError, finalDisplayedUrl } = result.lhr
  if (runtimeError?.code === 'NO_NAVSTART' && tries > 1) return visit(url, port, tries - 1)
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`)
  const value = (audit: string) => {
    const number = audits[audit]?.numericValue
    if (number === undefined) throw new Error(`Lighthouse has no ${audit} for ${url}`)
    return number
  }
  const points = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
  const [performance = 0, ...others] = CATEGORIES.map(points)
  return {
    firstPaintS: value('first-contentful-paint') / 1_000,
    largestPaintS: value('largest-contentful-paint') / 1_000,
    blockedMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    performance,
    others: Math.min(...others),
  }
}

/** Of a customer who is logged in and has credit and ten paid orders, a full page of the list. */
async function customerCookies(shop: Shop): Promise<[name: string, value: string][]> {
  const [customer] = await openAccounts(shop, 1)
  await shop.sql`
    insert into orders (id, user_id, order_no, state, plan_id, plan_version, plan, num, amount, currency, credit,
      bonus_credit, payment_intent_id, created_at, expires_at, paid_at)
    select uuidv7(), ${customer!.id}, 'B' || n, 'paid', 'trial', 1, '{"id": "trial", "name": "体验版", "validDays": 90}',
      1, 1990, 'cny', 2000, 0, 'pi_' || n, at, at, at
    from generate_series(1, 10) n cross join lateral (select now() - n * interval '1 day' as at) day`
  const gift = { delta: 20_000, reason: '补偿', key: 'bench' }
  await adjustCredit({ sql: shop.sql, now: () => new Date() }, { userId: customer!.id, ...gift })
  return (customer!.headers['cookie'] ?? '')
    .split('; ')
    .map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    })
    .filter(([name]) => name === SESSION_COOKIE || name === USER_INFO_COOKIE)
}

async function setCookies(
  port: number,
  url: string,
  cookies: readonly [name: string, value: string][],
): Promise<void> {
  const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const given = cookies.map(([name, value]) => {
    // the browser accepts `__Host-` cookies for secure pages only, and treats localhost as secure
    const secure = name.startsWith('__Host-')
    return { name, value, secure, url: secure ? url.replace('http:', 'https:') : url }
  })
  await connected.contexts()[0]?.addCookies(given)
  await connected.close()
}
