import { buyTrial } from '../fixtures/checkout.ts'
import { consoleUrl, openConsoleAs } from '../fixtures/console/colleague.ts'
import { fillInLogin, fillInRegistration } from '../fixtures/customer.ts'
import { listOrders } from '../fixtures/ledger.ts'
import { operateShop } from '../fixtures/operate-shop.ts'
import { expect, test } from '../fixtures/test.ts'

test('a visitor of an advertisement registers, pays and is refunded: the row of the source follows', async ({
  page,
  inbox,
  baseURL,
  inspect,
}) => {
  test.slow()
  const source = `letter-${crypto.randomUUID().slice(0, 8)}`
  const password = 'an-arc-between-two-shores'
  await page.goto(`/gg?source=${source}`)
  await page.getByRole('link', { name: '免费注册，先看再买' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('注册')
  await fillInRegistration(page, inbox, password)
  await fillInLogin(page, { email: inbox.address, password })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('账户中心')
  await buyTrial(page)
  const [order] = await listOrders(page.context().request)

  await openConsoleAs(page, baseURL, 'viewer')
  await expect(page.getByRole('heading', { name: '等人处理' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '30 天净收' })).toBeVisible()
  await inspect()

  /** Numbers of the source: visits, registered, ordered, paid, conversion, net. */
  async function numbersOf(): Promise<string[]> {
    await page.goto(`${consoleUrl(baseURL)}/sources`)
    await expect(page.getByRole('row', { name: /合计/ })).toBeVisible()
    const row = page.getByRole('row', { name: new RegExp(source) })
    if ((await row.count()) === 0) return []
    // a phone hides two of them
    return (await row.locator('td').allTextContents()).slice(1)
  }
  const price = money(order!.amount)
  // visits are written together, some seconds after they were counted
  await expect.poll(numbersOf, { timeout: 120_000 }).toEqual(['1', '1', '1', '1', '100.0%', price])
  await inspect()

  const paid = page.getByRole('row', { name: new RegExp(source) }).getByRole('link')
  await paid.last().click()
  await expect(page.getByRole('link', { name: order!.orderNo })).toBeVisible()
  await expect(page.getByText('1 笔符合')).toBeVisible()

  const words = ['--amount', '5', '--reason', '测试']
  await operateShop(baseURL!, 'orders', 'refund', order!.orderNo, ...words)
  const rest = money(order!.amount - 500)
  await expect.poll(numbersOf, { timeout: 120_000 }).toEqual(['1', '1', '1', '1', '100.0%', rest])
})

test('chart and figures by the keyboard; each of the daily jobs is in reach of the first page', async ({
  page,
  baseURL,
}) => {
  await openConsoleAs(page, baseURL, 'owner')
  const slider = page.getByRole('slider', { name: '逐天查看净收' })
  await expect(slider).toBeVisible()
  // the chart follows a pointer that rests where it comes to lie
  await page.mouse.move(0, 0)
  await slider.focus()
  const today = await slider.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect(slider).not.toHaveAttribute('aria-valuetext', today!)
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', today!)
  await page.getByText('按天看表格').click()
  await expect(page.getByRole('row', { name: /^合计/ }).first()).toBeVisible()
  for (const name of ['重查订单', '退款', '补发邮件', '调整积分', '结束登录'])
    await expect(page.getByRole('link', { name: new RegExp(name) }).first()).toBeVisible()
  await page.getByRole('link', { name: /^今日新用户/ }).click()
  await expect(page.getByRole('heading', { name: '用户', level: 1 })).toBeVisible()
  await expect(page.getByText(/^注册日期：/)).toBeVisible()
})

/** As the console writes yuan. */
function money(amount: number): string {
  return `¥${(amount / 100).toFixed(2)}`
}
