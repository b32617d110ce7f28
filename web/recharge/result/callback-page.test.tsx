import { expect, onTestFinished, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { type Order, PAYMENT_METHODS } from '#contract/shapes.ts'
import { answerProfile } from '../../testing/account.ts'
import { answer, leaveUnanswered, refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { minutesFromNow, orderOf, pendingOrderOf } from '../../testing/samples.ts'
import { testSite } from '../../testing/site.ts'
import { findToolToReturnTo } from './result-parts.tsx'
import * as callbackPage from './callback-page.tsx'

const { queryOrder } = api.recharge
const AT = '/account/stripe-callback?order=order-1'
const failure = { code: 'insufficient_funds', message: '银行卡余额不足' }

async function open(order: Order, at = AT) {
  const asked = answer(queryOrder, { order })
  answerProfile(36_480)
  return { asked, ...(await renderPage(callbackPage, at)) }
}

type Page = Awaited<ReturnType<typeof open>>
const title = ({ screen }: Page, name: string) =>
  expect.element(screen.getByRole('heading', { level: 2, name })).toBeVisible()

/** The last thing that a page with good news asks for has come, too. */
async function arrived(page: Page) {
  await title(page, '已到账')
  await expect.element(page.screen.getByText(/当前余额 36,480 积分/)).toBeVisible()
}

/** The clock stands still until the test moves it. */
function stopClock() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

test('a credited payment is shown with the new balance', async () => {
  const page = await open(orderOf({ credit: 24_000, amount: 19_980 }))
  await arrived(page)
  await expect.element(page.screen.getByText('+24,000 积分')).toBeVisible()
  await expect.element(page.screen.getByText('¥199.80')).toBeVisible()
  await expect.element(page.screen.getByText('Visa 尾号 4242')).toBeVisible()
  expect(page.asked).toEqual([{ orderId: 'order-1' }])
})

test('a customer whom a tool sent for credit is led back to it in the same tab, and to no other site', async () => {
  for (const tool of ['https://evil.test/', '//evil.test']) {
    sessionStorage.setItem('tool', tool)
    expect([tool, findToolToReturnTo(testSite.toolsUrl)]).toEqual([tool, null])
  }
  const others = await open(orderOf())
  await arrived(others)
  const link = others.screen.getByRole('link', { name: '打开 AI 工具' })
  await expect.element(link).toHaveAttribute('target')
  await others.screen.unmount()
  sessionStorage.setItem('tool', '/picture')
  const { screen } = await open(orderOf())
  await expect
    .element(screen.getByRole('link', { name: '回到 AI 工具' }))
    .toHaveAttribute('href', `${testSite.toolsUrl}/picture`)
})

test('a declined payment shows its reason and the way to pay again; secrets of the provider leave the address', async () => {
  const secrets = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2'
  const declined = pendingOrderOf({ failure, num: 2 })
  const page = await open(declined, `${AT}&${secrets}&redirect_status=succeeded`)
  await expect.poll(() => page.address()).toBe(AT)
  await title(page, '付款未成功')
  await expect.element(page.screen.getByText(/银行卡余额不足。没有扣款/)).toBeVisible()
  await page.screen.getByRole('link', { name: '更换银行卡重试' }).click()
  expect(page.address()).toBe('/account/recharge?order=order-2')
  await page.screen.unmount()

  // where wallets are on, another method is offered
  const site = { ...testSite, payments: { ...testSite.payments, methods: [...PAYMENT_METHODS] } }
  const { screen } = await renderPage(callbackPage, AT, { site, plans: [], sheets: {} })
  await expect.element(screen.getByRole('link', { name: '更换付款方式重试' })).toBeVisible()
})

test('the order is queried at 1, 2, 3, 5, 8 … s up to a minute, then on demand', async () => {
  stopClock()
  const page = await open(orderOf({ state: 'processing' }))
  const start = Date.now()
  const askedAt: number[] = []
  reply(queryOrder, () => {
    askedAt.push(Math.round((Date.now() - start) / 1000))
    return Response.json({ statusCode: 200, data: { order: orderOf({ state: 'processing' }) } })
  })
  const times = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 60]
  for (const [number, second] of times.entries()) {
    await vi.advanceTimersByTimeAsync(start + second * 1000 - Date.now())
    // the clock stands still until the answer before has come and the page asks again
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(0)
        return askedAt
      })
      .toHaveLength(number + 1)
  }
  await vi.advanceTimersByTimeAsync(30_000)
  expect(askedAt).toEqual(times)
  await title(page, '处理中')
  await expect.element(page.screen.getByText('支付平台尚未返回结果')).toBeVisible()
  await expect.element(page.screen.getByText(/可以离开本页，请勿重复支付/)).toBeVisible()
  await expect.element(page.screen.getByRole('link', { name: '查看订单' })).toBeVisible()

  answer(queryOrder, { order: orderOf() })
  vi.useRealTimers()
  await page.screen.getByRole('button', { name: '再查一次' }).click()
  await arrived(page)
})

test('a credited payment stops the queries, which go on when the clock is set back', async () => {
  stopClock()
  const page = await open(orderOf({ state: 'processing' }))
  await vi.advanceTimersByTimeAsync(1500)
  vi.setSystemTime(Date.now() - 3_600_000)
  const asked = answer(queryOrder, { order: orderOf() })
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(500)
      return asked
    })
    .toHaveLength(1)
  await arrived(page)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(1)
})

test('while offline the page states nothing that it does not know, and keeps querying', async () => {
  stopClock()
  const offline = () => reply(queryOrder, () => Promise.reject(new TypeError('Failed to fetch')))
  offline()
  const { screen } = await renderPage(callbackPage, AT)
  const heading = (name: string) => screen.getByRole('heading', { level: 2, name })
  const unsteady = screen.getByText('网络不稳定，正在继续查询')
  await vi.advanceTimersByTimeAsync(0)
  await expect.element(unsteady).toBeVisible()
  await expect.element(heading('正在查询')).toBeVisible()
  await expect.element(screen.getByText(/确认前请勿重复支付/)).toBeVisible()
  await expect.element(screen.getByText(/处理中|没有扣款/)).not.toBeInTheDocument()
  // the toast of the error catalogue, once for an outage
  await expect.element(screen.getByText('无法连接服务器，请稍后再试')).toBeVisible()
  await vi.advanceTimersByTimeAsync(3_000)
  await expect.element(screen.getByText('无法连接服务器，请稍后再试')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('link', { name: '前往订单管理' })).toBeVisible()
  answer(queryOrder, { order: orderOf({ state: 'processing' }) })
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(heading('处理中')).toBeVisible()
  offline()
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(unsteady).toBeVisible()
})

test('an outage with a sentence, a time-out and a balance that fails to load are toasts of the catalogue', async () => {
  refuse(queryOrder, 'DEPENDENCY_DOWN', { message: '操作可能已完成，请刷新页面核对' })
  const told = await renderPage(callbackPage, AT)
  await expect.element(told.screen.getByText('操作可能已完成，请刷新页面核对')).toBeVisible()
  await told.screen.unmount()

  answer(queryOrder, { order: orderOf() })
  refuse(api.account.profile, 'DEPENDENCY_DOWN')
  const { screen } = await renderPage(callbackPage, AT)
  await expect.element(screen.getByText('服务暂时不可用，请稍后再试')).toBeVisible()
  await expect.element(screen.getByText('现在可以使用。')).toBeVisible()
  await screen.unmount()

  leaveUnanswered(queryOrder)
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100))
  const late = await renderPage(callbackPage, AT)
  await expect.element(late.screen.getByText('请求超时，请稍后再试')).toBeVisible()
})

test('an order whose payment has not reached the server claims nothing, and querying goes on', async () => {
  stopClock()
  const page = await open(pendingOrderOf({ num: 2 }))
  await vi.advanceTimersByTimeAsync(0)
  await title(page, '暂未收到付款')
  await expect.element(page.screen.getByText(/同一笔订单不会重复扣款/)).toBeVisible()
  await expect.element(page.screen.getByText(/没有扣款/)).not.toBeInTheDocument()
  await expect
    .element(page.screen.getByRole('link', { name: '继续支付' }))
    .toHaveAttribute('href', '/account/recharge?order=order-2')
  // the confirmation was only late
  const tried = { state: 'processing', attemptedAt: minutesFromNow(0) } as const
  answer(queryOrder, { order: pendingOrderOf(tried) })
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(500)
      return document.querySelector('h2')?.textContent
    })
    .toBe('处理中')
  await expect.element(page.screen.getByText(/没有扣款/)).not.toBeInTheDocument()
})

test('a payment that waits for its buyer is queried for a minute, then can be continued', async () => {
  stopClock()
  const page = await open(pendingOrderOf({ attemptedAt: minutesFromNow(0) }))
  await vi.advanceTimersByTimeAsync(30_000)
  await title(page, '处理中')
  await vi.advanceTimersByTimeAsync(31_000)
  await title(page, '暂未收到付款')
  await expect.element(page.screen.getByRole('link', { name: '继续支付' })).toBeVisible()
})

test('an order that has ended without credit shows how, and is queried once', async () => {
  const unclear = '收到的付款与订单不符，正在核实，暂未入账。请凭订单号联系客服。'
  for (const [state, step, name, sentence] of [
    ['cancelled', '付款', '已取消', '订单已取消，没有扣款。'],
    ['expired', '付款', '已过期', '支付已超时，订单已自动关闭，没有扣款。'],
    ['exception', '到账', '待核实', unclear],
    ['refunded', undefined, '已退款', '该订单付款成功后已退款，款项原路退回。'],
  ] as const) {
    const page = await open(orderOf({ state }))
    await title(page, name)
    await expect.element(page.screen.getByText(sentence)).toBeVisible()
    expect(document.querySelector('[aria-current=step]')?.textContent).toBe(step)
    expect(page.asked).toHaveLength(1)
    const again = page.screen.getByRole('link', { name: '重新选套餐' }).elements()
    const hrefs = again.map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual(step === '付款' ? ['/account/recharge?plan=pro&num=1'] : [])
    await page.screen.unmount()
  }
})

test('a missing or foreign order leads to the order list', async () => {
  const bare = await renderPage(callbackPage, '/account/stripe-callback')
  await expect.element(bare.screen.getByText('未找到该订单')).toBeVisible()
  await bare.screen.getByRole('link', { name: '查看我的订单' }).click()
  expect(bare.address()).toBe('/account/orders')
  await bare.screen.unmount()

  refuse(queryOrder, 'NOT_FOUND')
  const foreign = await renderPage(callbackPage, AT)
  await expect.element(foreign.screen.getByText('未找到该订单')).toBeVisible()
})
