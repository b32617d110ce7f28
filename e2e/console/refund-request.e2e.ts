import { buyTrial } from '../fixtures/checkout.ts'
import { consoleUrl, openConsoleAs } from '../fixtures/console/colleague.ts'
import { listOrders } from '../fixtures/ledger.ts'
import { expect, test } from '../fixtures/test.ts'

test('a customer asks for a refund, a colleague refuses it, then refunds the next one, and the order says so', async ({
  page,
  browser,
  baseURL,
  customer: _,
  inbox,
  inspect,
}) => {
  test.slow()
  await buyTrial(page)
  const [order] = await listOrders(page.request)
  const ask = async () => {
    await page.goto(`/account/order?id=${order!.id}`)
    const card = page.getByRole('region', { name: '退款', exact: true })
    await expect(card).toContainText('目前可退 ¥19.90')
    await card.getByRole('button', { name: '申请退款' }).click()
    const form = page.getByRole('dialog', { name: '申请退款' })
    await form.getByLabel('原因').fill('买错了')
    await inspect()
    await form.getByRole('button', { name: '提交申请' }).click()
    await expect(card).toContainText('正在等待处理')
    await inspect()
    return card
  }
  const card = await ask()

  const colleague = await (await browser.newContext()).newPage()
  await openConsoleAs(colleague, baseURL, 'owner')
  await expect(colleague.getByRole('link', { name: '处理：退款申请' })).toBeVisible()
  const openOrder = async () => {
    await colleague.goto(`${consoleUrl(baseURL)}/orders/order?order=${order!.orderNo}`)
    await expect(colleague.getByText('原因：买错了')).toBeVisible()
  }
  const act = async (button: string, title: string) => {
    await colleague.getByRole('button', { name: button, exact: true }).click()
    const dialog = colleague.getByRole('dialog', { name: title })
    if (title !== '退款') await dialog.getByLabel('原因').fill('请先联系客服')
    await dialog.getByRole('button', { name: '预览' }).click()
    await dialog.getByRole('button', { name: '执行' }).click()
    await dialog.getByRole('button', { name: '完成' }).click()
  }
  await openOrder()
  await act('拒绝申请', '拒绝退款申请')
  await inbox.untilMailSays('退款申请未通过', '请先联系客服')
  await page.reload()
  await expect(card).toContainText('未通过，原因：请先联系客服')

  await ask()
  await openOrder()
  await act('退款', '退款')
  await page.reload()
  await expect(card).toContainText('已同意，退款 ¥19.90')
  await inspect()
  await inbox.untilMailSays('退款已发起', '¥19.90')
  await colleague.context().close()
})
