import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expectResultPage, pressPay, typeCard } from '../fixtures/checkout.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectCreditedOnce } from '../fixtures/ledger.ts'
import { unansweredRequest } from '../fixtures/record-problems.ts'

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
