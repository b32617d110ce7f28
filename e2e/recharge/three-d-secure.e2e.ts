import type { Page } from '@playwright/test'
import { expectResultPage, pressPay, payTrialByCard, typeCard } from '../fixtures/checkout.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectCreditedOnce, listOrders } from '../fixtures/ledger.ts'

/** Pays with a card that requires 3-D Secure and waits for the bank's page. */
async function payWithChallenge(page: Page): Promise<void> {
  await page.goto('/account/recharge?plan=trial')
  await typeCard(page, 'challenged')
  await pressPay(page, '¥19.90')
  await expect(page.getByRole('button', { name: '同意支付' })).toBeVisible()
  await expect(page.getByText('¥19.90')).toBeVisible()
}

test(
  '3-D Secure payment approved by the card holder is credited; going back tells of the paid order',
  { tag: '@main:phone' },
  async ({ page, customer: _, inspect }) => {
    await payWithChallenge(page)
    await inspect()
    await page.getByRole('button', { name: '同意支付' }).click()
    await expectResultPage(page, '已到账')
    await expect(page.getByText('当前余额 200,000 积分')).toBeVisible()
    await expectCreditedOnce(page.request, 200_000)

    // past the bank's page, the customer is told of the paid order and not asked for the money once more
    await expect(async () => {
      await page.goBack()
      await expect(page).toHaveURL(/\/account\/recharge\?order=[\w-]+$/, { timeout: 500 })
    }).toPass()
    await expect(page.getByText('订单已支付')).toBeVisible()
    await expect(page.getByRole('button', { name: /^立即支付/ })).toHaveCount(0)
    await expectCreditedOnce(page.request, 200_000)
  },
)

test('3-D Secure payment left, then refused by the card holder is paid with another card on the same order', async ({
  page,
  customer: _,
  inspect,
}) => {
  // leaving the bank's page keeps the order unpaid and payable
  await payWithChallenge(page)
  const [left] = await listOrders(page.request)
  await page.goto(`/account/order?id=${left?.id}`)
  await expect(page.getByRole('heading', { level: 2, name: '体验版 × 1' })).toBeVisible()
  await inspect()

  await payWithChallenge(page)
  await page.getByRole('button', { name: '拒绝支付' }).click()
  await expectResultPage(page, '付款未成功')
  await expect(page.getByText('没有扣款')).toBeVisible()
  await inspect()
  expect(await listOrders(page.request)).toMatchObject([{ state: 'pending' }])

  await page.getByRole('link', { name: '更换付款方式重试' }).click()
  await expect(page).toHaveURL(/\/account\/recharge\?order=[\w-]+$/)
  await payTrialByCard(page)
  await expectCreditedOnce(page.request, 200_000)
})
