import type { Page } from '@playwright/test'
import { expectResultPage, pressPay, typeCard } from '../fixtures/checkout.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectCreditedOnce } from '../fixtures/ledger.ts'

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
