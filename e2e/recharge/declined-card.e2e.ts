import { expectResultPage, pressPay, payTrialByCard, typeCard } from '../fixtures/checkout.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectCreditedOnce, listOrders } from '../fixtures/ledger.ts'

const REFUSED = '422 POST /clients/web/recharge/stripe/confirm-payment'

test(
  'mistyped card leaves no order; a declined card is corrected on the same order',
  { tag: '@main:phone' },
  async ({ page, customer: _, expectedProblems, inspect }) => {
    await page.goto('/account/recharge?plan=trial')
    await typeCard(page, 'mistyped')
    await pressPay(page, '¥19.90')
    const number = page.getByRole('textbox', { name: '卡号', exact: true })
    await expect(number).toBeFocused()
    await expect(number).toHaveAccessibleDescription(/卡号/)
    await inspect()
    expect(await listOrders(page.request)).toEqual([])

    expectedProblems.push(REFUSED)
    await typeCard(page, 'withoutFunds')
    await pressPay(page, '¥19.90')
    const refusal = page.getByRole('alert')
    await expect(refusal).toContainText('可用额度不足')
    await expect(refusal).toContainText('没有扣款，订单仍保留')
    await expect(refusal).toBeInViewport()
    await expect(page.getByText('以下支付的是该订单，不会重复下单')).toBeVisible()
    await inspect()

    await payTrialByCard(page)
    await expect(page.getByText('+200,000 积分')).toBeVisible()
    await expectCreditedOnce(page.request, 200_000)
  },
)

test('unfinished order is paid from the list of orders, with a clock that is five years ahead', async ({
  page,
  customer: _,
  expectedProblems,
  inspect,
}) => {
  expectedProblems.push(REFUSED)
  await page.addInitScript(() => {
    const ahead = 5 * 365 * 24 * 60 * 60_000
    const { now } = Date
    Date.now = () => now() + ahead
  })
  await page.goto('/account/usage')
  await expect(page.getByText('所选时间内没有记录')).toBeVisible()
  await page.goto('/account/recharge?plan=standard&num=3')
  await typeCard(page, 'withoutFunds')
  await pressPay(page, '¥149.70')
  await expect(page.getByRole('alert')).toContainText('可用额度不足')

  await page.goto('/account/home')
  const waiting = page.getByRole('listitem').filter({ hasText: '标准版 × 3' })
  await expect(waiting).toContainText('后自动关闭')
  const [left] = await listOrders(page.request)
  await expect(waiting.getByRole('link', { name: '继续支付' })).toHaveAttribute(
    'href',
    `/account/recharge?order=${left?.id}`,
  )
  await inspect()
  await page.goto('/account/orders?state=pending')
  await expect(page.getByRole('row').filter({ hasText: '标准版 × 3' })).toContainText('待支付')
  await inspect()
  await page.getByRole('link', { name: '标准版 × 3' }).click()
  await expect(page.getByText(/上次付款未成功：.*额度不足/)).toBeVisible()
  await inspect()
  await page.getByRole('link', { name: '继续支付' }).click()

  await expect(page).toHaveURL(`/account/recharge?order=${left?.id}`)
  await expect(page.getByText('以下支付的是该订单，不会重复下单')).toBeVisible()
  await inspect()
  await typeCard(page, 'good')
  await pressPay(page, '¥149.70')
  await expectResultPage(page, '已到账')
  const [order, ...others] = await listOrders(page.request)
  expect(order).toMatchObject({ state: 'paid', credit: 1_650_000, num: 3 })
  expect(others).toEqual([])
})
