import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { bootPage } from '../fixtures/boot-page.ts'
import { pressPay, typeCard } from '../fixtures/checkout.ts'
import { fillInLogin } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'
import { recordToasts } from '../fixtures/record-toasts.ts'

// Section 8 of the original specification, on the pages.

const { comboList, confirmPayment, createPaymentIntent, orderList } = api.recharge
const { login } = api.account
const HTML = { contentType: 'text/html', body: '<h1>Sorry</h1>' }
const addressOf = ({ path }: Endpoint) => new RegExp(`${path}(\\?|$)`)

/** Answers only the next call to this endpoint in HTML. */
async function answerOnceInHtml(page: Page, endpoint: Endpoint, status: number): Promise<void> {
  let isAnswered = false
  // The route stays: removing it while the page reloads would race with the reload's own requests.
  await page.route(addressOf(endpoint), (route) => {
    if (isAnswered) return route.continue()
    isAnswered = true
    return route.fulfill({ ...HTML, status })
  })
}

function countDocuments(page: Page): () => number {
  let count = 0
  page.on('domcontentloaded', () => void (count += 1))
  return () => count
}

test(
  '§8 HTML, §8 other status: a page reloads once when a call is answered in HTML, and says what other answers mean',
  { tag: '@main:desktop' },
  async ({ page, customer: _, expectedProblems }) => {
    const documents = countDocuments(page)
    const recorded = await recordToasts(page)
    expectedProblems.push(`404 GET ${orderList.path}`, `503 GET ${orderList.path}`)
    await answerOnceInHtml(page, orderList, 404)
    await page.goto('/account/orders', { waitUntil: 'commit' })
    await expect.poll(documents).toBe(2)
    await expect(page.getByText('还没有订单')).toBeVisible()
    expect(documents()).toBe(2)
    expect(recorded).toEqual([])

    await page.route(addressOf(orderList), (route) =>
      route.fulfill({ status: 503, json: { statusCode: 503 } }),
    )
    await page.goto('/account/recharge', { waitUntil: 'commit' })
    await expect.poll(() => recorded).toEqual(['服务器异常：503'])
  },
)

test('§8 HTML: a public page, the login and a payment reload when their call is answered in HTML', async ({
  page,
  account,
  expectedProblems,
}) => {
  const documents = countDocuments(page)
  const expected = [comboList, login, createPaymentIntent, confirmPayment]
  expectedProblems.push(...expected.map(({ method, path }) => `502 ${method} ${path}`))
  await answerOnceInHtml(page, comboList, 502)
  await page.goto('/plans', { waitUntil: 'commit' })
  await bootPage(page)
  await expect.poll(documents).toBe(2)

  await page.goto('/account/login')
  await answerOnceInHtml(page, login, 502)
  await fillInLogin(page, account)
  await expect.poll(documents).toBe(4)
  await fillInLogin(page, account)
  await expect(page).toHaveURL('/account/home')

  for (const endpoint of [createPaymentIntent, confirmPayment]) {
    await page.goto('/account/recharge?plan=trial')
    // a page reloads once in ten seconds
    await page.evaluate(() => sessionStorage.clear())
    await typeCard(page, 'good')
    const before = documents()
    await answerOnceInHtml(page, endpoint, 502)
    await pressPay(page, '¥19.90')
    await expect.poll(documents).toBe(before + 1)
    // the order is listed and can be paid or opened
    await expect(page.getByRole('button', { name: '取消订单' })).toBeVisible()
    expect(documents()).toBe(before + 1)
  }
})

/** One page of each layout and of each way to load. */
const OF_A_SESSION = [
  '/account/home',
  '/account/recharge',
  '/account/orders',
  '/account/edit',
  '/account/stripe-callback?order=some-order',
  '/account/home2',
]

test('§8 401, §4 expired login: every page reports an ended session once', async ({
  page,
  context,
  baseURL,
  expectedProblems,
}) => {
  test.slow()
  page.on('response', (answer) => {
    const request = answer.request()
    const { pathname } = new URL(answer.url())
    if (answer.status() === 401) expectedProblems.push(`401 ${request.method()} ${pathname}`)
  })
  // the payment page needs its order: a login prompt replaces it
  page.on('console', (line) => {
    if (line.text().startsWith('CallError'))
      expectedProblems.push(`console: ${line.text()} (${line.location().url})`)
  })
  const recorded = await recordToasts(page)
  let message: string | undefined
  await page.route('**/clients/web/**', (route) =>
    /csrf\/token|user-info/.test(route.request().url())
      ? route.continue()
      : route.fulfill({
          status: 401,
          headers: { 'set-cookie': '_userInfo=; Path=/; Max-Age=0' },
          json: { statusCode: 401, ...(message !== undefined && { message }) },
        }),
  )
  for (const path of OF_A_SESSION) {
    // what the server says comes first
    message = path === '/account/orders' ? '请重新登录后再试' : undefined
    recorded.length = 0
    await context.addCookies([{ name: '_userInfo', value: '%7B%7D', url: baseURL! }])
    await page.goto(path)
    await expect
      .poll(() => recorded, { message: path })
      .toEqual([message ?? '登录状态已过期，请重新登录'])
  }
})
