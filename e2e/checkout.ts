import { expect, type Page } from '@playwright/test'

/** Public test numbers of the sandbox, by how a payment with them goes. */
export const CARDS = {
  good: '4242424242424242',
  mistyped: '4242424242424241',
  withoutFunds: '4000000000009995',
  challenged: '4000002500003155',
  slow: '4000000000008005',
  disputed: '4000000000000259',
} as const

/** Fills the card form in, over whatever stands there. */
export async function typeCard(page: Page, card: keyof typeof CARDS): Promise<void> {
  const nextYear = String(new Date().getFullYear() + 1).slice(2)
  await page.getByRole('textbox', { name: '卡号', exact: true }).fill(CARDS[card])
  await page.getByRole('textbox', { name: '有效期', exact: true }).fill(`12${nextYear}`)
  await page.getByRole('textbox', { name: '安全码', exact: true }).fill('123')
}

/** Buys one of the cheapest plan with this card and sees the credit arrive. */
export async function buyTrial(page: Page, card: keyof typeof CARDS = 'good'): Promise<void> {
  await page.goto('/account/recharge?plan=trial')
  await payTrialByCard(page, card)
}

/** The same where the recharge page is open. */
export async function payTrialByCard(page: Page, card: keyof typeof CARDS = 'good'): Promise<void> {
  await typeCard(page, card)
  await pay(page, '¥19.90')
  await expectEnd(page, '已到账')
}

/** Presses the pay button; the amount is the one it has to show. */
export async function pay(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: `立即支付 ${amount}`, exact: true }).click()
}

/** The callback page has come to this end. */
export async function expectEnd(page: Page, title: string): Promise<void> {
  await expect(page).toHaveURL(/\/account\/stripe-callback\?order=[\w-]+$/)
  await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
}
