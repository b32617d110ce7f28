import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expectResultPage, pressPay, payTrialByCard, typeCard } from '../fixtures/checkout.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectCreditedOnce, listOrders } from '../fixtures/ledger.ts'
import { unansweredRequest } from '../fixtures/record-problems.ts'

/** The reconciler skips younger orders: credit that arrives sooner did not come from it. */
const RECONCILED_AFTER_MS = 30_000
const RESET = 'net::ERR_CONNECTION_RESET'

async function beginToPay(page: Page, card: Parameters<typeof typeCard>[1]): Promise<void> {
  await page.goto('/account/recharge?plan=trial')
  await typeCard(page, card)
  await pressPay(page, '¥19.90')
}

test('clicking pay repeatedly and opening the result repeatedly pays and credits once; going back skips the form', async ({
  page,
  customer: _,
}) => {
  await page.goto('/account/recharge-center')
  await page.getByRole('link', { name: /^去支付\s?体验版$/ }).click()
  await expect(page).toHaveURL('/account/recharge?plan=trial')
  await typeCard(page, 'good')
  await page.getByRole('button', { name: '立即支付 ¥19.90', exact: true }).dblclick()
  await expectResultPage(page, '已到账')
  const facts = page.locator('.facts')
  const first = await facts.innerText()

  await page.goBack()
  await expect(page).toHaveURL('/account/recharge-center')
  await page.goForward()
  await expectResultPage(page, '已到账')
  const second = await page.context().newPage()
  await Promise.all([page.reload(), second.goto(page.url())])
  for (const tab of [page, second]) {
    await expectResultPage(tab, '已到账')
    await expect(tab.getByText('当前余额 200,000 积分')).toBeVisible()
    expect(await tab.locator('.facts').innerText()).toBe(first)
  }
  await expectCreditedOnce(page.request, 200_000)
})

test('payment with every page closed is settled by the webhook alone', async ({
  page,
  context,
  customer: _,
}) => {
  await beginToPay(page, 'challenged')
  await expect(page.getByRole('button', { name: '同意支付' })).toBeVisible()
  const address = page.url()
  await page.close()
  expect(await listOrders(context.request)).toMatchObject([{ state: 'pending' }])

  const agreed = await context.request.post(address, {
    form: { answer: 'approve' },
    maxRedirects: 0,
  })
  expect(agreed.status()).toBe(303)
  await expect
    .poll(async () => (await listOrders(context.request))[0]?.state, {
      timeout: RECONCILED_AFTER_MS,
      intervals: [100],
    })
    .toBe('paid')
  const [order] = await listOrders(context.request)
  const tookMs = Date.parse(order?.paidAt ?? '') - Date.parse(order?.createdAt ?? '')
  expect(tookMs).toBeLessThan(RECONCILED_AFTER_MS)
  await expectCreditedOnce(context.request, 200_000)
})

test('confirmation whose response was lost: the result page shows a payment in progress, never one not charged, then the credit without a reload', async ({
  page,
  baseURL,
  customer: _,
  expectedProblems,
  inspect,
}) => {
  const { path } = api.recharge.confirmPayment
  expectedProblems.push(...unansweredRequest(RESET, 'POST', `${baseURL}${path}`))
  await page.route(`**${path}`, async (route) => {
    await route.fetch()
    // the result page needs nothing more of the broken network
    await page.route('**/assets/**', (asset) => asset.abort())
    await route.abort('connectionreset')
  })
  const looked = Promise.withResolvers<void>()
  let asked = 0
  await page.route(`**${api.recharge.queryOrder.path.replace(':orderId', '*')}`, async (route) => {
    // the answer is held back until the processing state was inspected
    if (asked++ > 0) await looked.promise
    await route.continue()
  })
  // a slow payment: the result is unknown when the page asks for it
  await beginToPay(page, 'slow')
  await expectResultPage(page, '处理中')
  await expect(page.getByText('可以离开本页，请勿重复支付')).toBeVisible()
  await expect(page.getByText('支付处理中')).toBeVisible()
  await expect(page.getByText('没有扣款')).toBeHidden()
  await inspect()
  looked.resolve()
  await expectResultPage(page, '已到账')
  await expectCreditedOnce(page.request, 200_000)
})

test('shop unreachable before and at the confirmation: nothing is charged, each page says so, and the order can be paid', async ({
  page,
  baseURL,
  customer: _,
  expectedProblems,
  inspect,
}) => {
  for (const { path } of [api.recharge.createPaymentIntent, api.recharge.confirmPayment]) {
    expectedProblems.push(...unansweredRequest(RESET, 'POST', `${baseURL}${path}`))
    await page.route(`**${path}`, (route) => route.abort('connectionreset'), { times: 1 })
  }
  await beginToPay(page, 'good')
  const refusal = page.getByRole('alert').filter({ hasText: '目前没有扣款' })
  await expect(refusal).toBeInViewport()
  await expect(page.getByText('以下支付的是该订单，不会重复下单')).toBeVisible()
  await inspect()
  const [order] = await listOrders(page.request)
  await expect(refusal.getByRole('link', { name: '查看订单' })).toHaveAttribute(
    'href',
    `/account/order?id=${order?.id}`,
  )

  await typeCard(page, 'good')
  await pressPay(page, '¥19.90')
  await expectResultPage(page, '暂未收到付款')
  await expect(page.getByText('处理中')).toBeHidden()
  await inspect()
  expect(await listOrders(page.request)).toMatchObject([{ state: 'pending' }])
  await page.getByRole('link', { name: '继续支付' }).click()
  await payTrialByCard(page)
  await expectCreditedOnce(page.request, 200_000)
})
