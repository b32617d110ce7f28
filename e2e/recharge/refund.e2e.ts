import { buyTrial } from '../fixtures/checkout.ts'
import { expect, test } from '../fixtures/test.ts'
import { listOrders } from '../fixtures/ledger.ts'
import { operateShop } from '../fixtures/operate-shop.ts'

test('refund by the operator is shown in the order, the ledger and a mail', async ({
  page,
  baseURL,
  inbox,
  customer: _,
  inspect,
}) => {
  test.slow()
  await buyTrial(page)
  const [order] = await listOrders(page.request)

  const refund = ['orders', 'refund', order!.orderNo, '--amount', '9.95', '--reason', '多买了一份']
  expect(await operateShop(baseURL!, ...refund)).toContain('部分退款，共退 ¥9.95')

  await page.getByRole('link', { name: '查看订单' }).click()
  await expect(page.getByText('部分退款', { exact: true })).toBeVisible()
  const story = page.getByRole('region', { name: '进度' })
  await expect(story).toContainText('已退款 ¥9.95')
  await expect(story).toContainText('原因：多买了一份')
  await expect(page.getByText('退款扣回积分')).toBeVisible()
  await inspect()

  await page.goto('/account/orders?state=partially_refunded')
  await expect(page.getByRole('cell', { name: '部分退款' })).toBeVisible()

  await page.goto('/account/recharge-center')
  await page.getByRole('combobox', { name: '流水类型' }).selectOption('退款扣回')
  await expect(page).toHaveURL('/account/recharge-center?type=refund_clawback')
  const entry = page.getByRole('row', { name: /退款扣回/ })
  await expect(entry).toContainText('−100,000')
  await expect(entry).toContainText(order!.orderNo)
  await inspect()

  await inbox.untilMailSays('退款已发起', '扣回积分：100,000', '¥9.95')
})
