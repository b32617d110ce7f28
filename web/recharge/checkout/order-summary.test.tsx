import { expect, test } from 'vitest'
import { samplePlans } from '../../testing/plans.ts'
import { renderPart } from '../../testing/render-page.tsx'
import { OrderSummary } from './order-summary.tsx'

test('terms and refund rules open in a new tab, so that a typed card is kept', async () => {
  const plan = samplePlans[0]!
  const button = { form: 'pay', amount: plan.amount, currency: plan.currency }
  const { screen } = await renderPart(
    <OrderSummary
      selection={{ plan, num: 1 }}
      balance={0}
      button={{ ...button, isBusy: false, canPay: true }}
    />,
  )
  for (const [name, href] of [
    ['服务条款', '/terms'],
    ['退款规则', '/refund'],
  ] as const) {
    const link = screen.getByRole('link', { name })
    await expect.element(link).toHaveAttribute('href', href)
    await expect.element(link).toHaveAttribute('target', '_blank')
  }
})
