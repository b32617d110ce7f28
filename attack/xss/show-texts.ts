import type { BrowserContext, Page } from 'playwright'
import { ADDRESSES } from '#contract/addresses.ts'
import { until } from '../rig/until.ts'
import { type AttackOptions, type AttackRow, createTally, type Tally } from '../attack.ts'
import { addCookies, addSession, openBrowser, untilBooted } from '../rig/browser.ts'
import { openOperator } from '../rig/operator.ts'
import { startTarget } from '../rig/target.ts'
import { FIND_LIVE, createMark, shownMarks } from './mark.ts'
import { plantTexts } from './plant-texts.ts'

const CONSOLE_PATHS = [
  ...[
    '/',
    '/orders',
    '/users',
    '/invoices',
    '/books',
    '/credit',
    '/credit/ledger',
    '/applications',
  ],
  ...[
    '/mails',
    '/events',
    '/plans',
    '/announcements',
    '/actions',
    '/audit',
    '/signatures',
    '/staff',
  ],
  ...['/sources', '/alerts', '/settings', '/security'],
]
/** Pages of one thing and filtered lists, found by links; of each path so many. */
const OF_A_PATH = { small: 1, large: 5 }
const LEAST_SHOWN = { shop: 18, console: 35 }
const SMALL = 6

/** Opens every page of shop and console with a mark in every text, without the policy that would stop its script. */
export async function showTexts({ database, isSmall }: AttackOptions): Promise<AttackRow[]> {
  await using target = await startTarget({ database, name: 'xss' })
  const owner = await openOperator(target, 'owner')
  await plantTexts(target)
  await using browser = await openBrowser()
  const rows: AttackRow[] = []
  for (const side of ['shop', 'console'] as const) {
    await using context = await browser.newContext({ bypassCSP: true })
    const base = side === 'shop' ? target.url : target.consoleOrigin
    if (side === 'shop') await addSession(context, base, target.customers[0])
    else await addCookies(context, base, owner.headers['cookie'] ?? '')
    const paths = side === 'shop' ? ADDRESSES.map(({ path }) => path) : CONSOLE_PATHS
    const tally = createTally(`XSS: pages of the ${side}`)
    const most = isSmall ? OF_A_PATH.small : OF_A_PATH.large
    const walk = { base, paths: isSmall ? paths.slice(0, SMALL) : paths, most, tally }
    const { shown, pages } = await walkPages(context, walk)
    const least = isSmall ? 1 : LEAST_SHOWN[side]
    tally.expect(
      shown.size >= least,
      `only ${shown.size} texts were seen: ${[...shown].join(', ')}`,
    )
    rows.push(tally.row(`${shown.size} texts seen on ${pages} pages`))
  }
  return rows
}

interface Walk {
  base: string
  paths: readonly string[]
  /** Links of one path that are followed. */
  most: number
  tally: Tally
}

async function walkPages(
  context: BrowserContext,
  { base, paths, most, tally }: Walk,
): Promise<{ shown: Set<string>; pages: number }> {
  const page = await context.newPage()
  const ran: string[] = []
  await page.exposeFunction('__xss', (name: string) => ran.push(name))
  const shown = new Set<string>()
  const queue = paths.map((path) => base + path)
  const followed = new Map<string, number>()
  let pages = 0
  for (let at = 0; at < queue.length; at += 1) {
    const address = queue[at]!
    await openPage(page, address)
    pages += 1
    tally.count()
    for (const name of shownMarks(await page.content())) shown.add(name)
    await expectDead(page, address, tally)
    const links = await page.evaluate<string[]>(
      "[...document.querySelectorAll('a[href]')].map(each => each.href)",
    )
    for (const link of links)
      if (isNew(link, { base, most, followed, queue })) queue.push(link.split('#', 1)[0]!)
  }
  // what stands in the address itself
  const mark = encodeURIComponent(createMark('address'))
  const names = [
    'q',
    'user',
    'state',
    'id',
    'order',
    'email',
    'redirect',
    'source',
    'page',
    'token',
  ]
  for (const path of paths) {
    const query = names.map((name) => `${name}=${mark}`).join('&')
    await openPage(page, `${base}${path}?${query}#${mark}`)
    tally.count()
    await expectDead(page, `${path}?…`, tally)
  }
  tally.expect(ran.length === 0, `scripts ran: ${[...new Set(ran)].join(', ')}`)
  return { shown, pages: pages + paths.length }
}

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  if (address.includes('localhost')) {
    await until(() => page.evaluate<boolean>("document.querySelector('h1') !== null"))
    await page.waitForLoadState('networkidle')
  } else await untilBooted(page)
  await page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
}

async function expectDead(page: Page, address: string, tally: Tally): Promise<void> {
  for (const live of await page.evaluate<string[]>(FIND_LIVE)) {
    tally.finding(`${address}: ${live}`)
  }
}

/** Whether the link leads to a page of the same site of which few were seen. */
function isNew(
  link: string,
  {
    base,
    most,
    followed,
    queue,
  }: { base: string; most: number; followed: Map<string, number>; queue: readonly string[] },
): boolean {
  const url = URL.parse(link)
  if (url === null || url.origin !== new URL(base).origin || url.search === '') return false
  url.hash = ''
  if (queue.includes(url.href)) return false
  if (/\.(?:csv|pdf|txt|xml)$|logout|sign-out|\/unsubscribe/.test(url.pathname)) return false
  const seen = followed.get(url.pathname) ?? 0
  followed.set(url.pathname, seen + 1)
  return seen < most
}
