import type { Inbox } from '../fixtures/inbox.ts'
import type { BrowserPage } from './page.ts'

export interface Visit {
  page: BrowserPage
  /** Addresses without a slash at the end. */
  shop: string
  tools: string
  console: string
  inbox: Inbox
  /** The card's expiry, as `1227`. */
  expiry: string
}

/** A step of a job; it fails by throwing. */
export type Step = readonly [name: string, run: (visit: Visit) => Promise<void>]

const PUBLIC_PAGES = [
  ...['/', '/product', '/tutorial', '/advantage', '/case', '/plans', '/gg'],
  ...['/terms', '/privacy', '/refund'],
]
const PASSWORD = 'blue-river-stone-42'
const NEXT_PASSWORD = 'green-hill-cloud-57'
const CARDS = { good: '4242424242424242', challenged: '4000002500003155' }
/** A busy machine solves the captcha slowly. */
const CAPTCHA_LIMIT_MS = 40_000
/** It loads the models first. */
const READING_LIMIT_MS = 60_000

/** What a customer does, from the first look to the log-out. */
export const mainJob: readonly Step[] = [
  ...PUBLIC_PAGES.map((path): Step => [path, (visit) => readPage(visit, path)]),
  ['register', register],
  ['log in', (visit) => logIn(visit, PASSWORD)],
  ['card 4242', payByCard],
  ['3-D Secure', payWithChallenge],
  ['orders', openOrders],
  ['order', openOrder],
  ['chat', chat],
  ['picture', readPicture],
  ['usage', openUsage],
  ['password', changePassword],
  ['log out', logOut],
  ['back', goBack],
  ['log in again', (visit) => logIn(visit, NEXT_PASSWORD)],
  ['console', openConsole],
]

/** A page is styled, fits the window and starts its app at the first move. */
async function readPage({ page, shop }: Visit, path: string): Promise<void> {
  await page.goto(shop + path)
  const problem = await page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth + 1) return `${scrollWidth} px wide in a window of ${innerWidth}`
    const heading = document.querySelector('h1')
    if (heading === null || heading.getBoundingClientRect().height === 0) return 'no headline'
    const { margin, fontFamily } = getComputedStyle(document.body)
    if (margin === '8px' || /times/i.test(fontFamily)) return 'no styles'
    return ''
  })
  if (problem !== '') throw new Error(problem)
  await page.click('h1')
  await page.untilTrue('the app', () => history.scrollRestoration === 'manual')
}

async function register({ page, shop, inbox }: Visit): Promise<void> {
  await page.goto(`${shop}/account/register`)
  await page.fill('邮箱', inbox.address)
  await page.press('发送验证码')
  await page.until('已通过人机验证', CAPTCHA_LIMIT_MS)
  await page.fill('验证码', await inbox.code())
  await page.fill('密码', PASSWORD)
  await page.click('input[name=agreed]')
  await page.press('注册', { within: 'main' })
  await page.untilAt(`${shop}/account/login`)
}

async function logIn({ page, shop, inbox }: Visit, password: string): Promise<void> {
  await page.goto(`${shop}/account/login`)
  await page.fill('邮箱', inbox.address)
  await page.fill('密码', password)
  await page.press('登录', { within: 'main', css: 'button' })
  await page.untilAt(`${shop}/account/home`)
  await page.until('账户中心')
}

async function payByCard(visit: Visit): Promise<void> {
  await pay(visit, CARDS.good)
  await visit.page.until('当前余额 220,000 积分')
}

async function payWithChallenge(visit: Visit): Promise<void> {
  await pay(visit, CARDS.challenged, async () => {
    await visit.page.until('¥19.90')
    await visit.page.press('同意支付')
  })
  await visit.page.until('当前余额 420,000 积分')
}

async function pay({ page, shop, expiry }: Visit, card: string, confirm = async () => {}) {
  await page.goto(`${shop}/account/recharge?plan=trial`)
  await page.click('input[name=method][value=card]')
  await page.fill('卡号', card)
  await page.fill('有效期', expiry)
  await page.fill('安全码', '123')
  await page.press('立即支付 ¥19.90')
  await confirm()
  await page.untilAt(`${shop}/account/stripe-callback?order=`)
  await page.until('已到账')
}

async function openOrders({ page, shop }: Visit): Promise<void> {
  await page.goto(`${shop}/account/orders`)
  await page.until('已支付')
}

async function openOrder({ page, shop }: Visit): Promise<void> {
  await page.click('main a[href*="/account/order?"]')
  await page.untilAt(`${shop}/account/order?`)
  await page.until('200,000 积分到账')
}

async function chat({ page, tools }: Visit): Promise<void> {
  await page.goto(`${tools}/`)
  await page.until('可用 420,000 积分')
  await page.fill('输入内容', '怎样记账？')
  await page.press('发送')
  await page.until('【模型替身】您说的是：“怎样记账？”')
  // the charge, which ends the stream
  await page.untilTrue('the cost of the answer', () =>
    /星桥-快 · \d+ 积分/.test(document.querySelector('#thread')?.textContent ?? ''),
  )
}

async function readPicture({ page, tools }: Visit): Promise<void> {
  await page.goto(`${tools}/picture`)
  await page.press('使用示例图片')
  await page.until('680 × 420')
  await page.press('开始识别')
  await page.until('鲜榨橙汁', READING_LIMIT_MS)
  await page.until('余额')
}

async function openUsage({ page, shop }: Visit): Promise<void> {
  await page.goto(`${shop}/account/usage`)
  await page.until('对话（星桥-快）')
  await page.until('图片转文字')
}

async function changePassword({ page, shop }: Visit): Promise<void> {
  await page.goto(`${shop}/account/change-password`)
  await page.fill('当前密码', PASSWORD)
  await page.fill('新密码', NEXT_PASSWORD)
  await page.fill('确认密码', NEXT_PASSWORD)
  await page.press('修改密码', { within: 'main', css: 'button' })
  await page.untilAt(`${shop}/account/home`)
}

async function logOut({ page }: Visit): Promise<void> {
  await page.press('…账户菜单')
  await page.press('退出登录')
  await page.untilTrue('the home page', () => location.pathname === '/')
  await page.until('免费领取')
}

/** What the browser kept of the account is not shown to whoever sits there next. */
async function goBack({ page }: Visit): Promise<void> {
  await page.evaluate(() => history.back())
  await page.untilTrue(
    'the log-in without the account',
    () => location.pathname === '/account/login' && !document.body.innerText.includes('积分'),
  )
}

async function openConsole({ page, console }: Visit): Promise<void> {
  await page.goto(console)
  await page.until('登录控制台')
}
