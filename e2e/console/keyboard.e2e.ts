import {
  consoleUrl,
  inviteColleague,
  joinWithPasskey,
  signInAs,
  signOut,
} from '../fixtures/console/colleague.ts'
import { showOrder } from '../fixtures/console/console-order.ts'
import { countClicks } from '../fixtures/console/count-clicks.ts'
import { expect, test } from '../fixtures/test.ts'
import { tabTo, typeByTab } from '../fixtures/type-by-tab.ts'

test('console: from the sign-in to a refund and the sign-out without a mouse; the focus is seen and comes back', async ({
  page,
  baseURL,
  buyer,
  inspect,
}) => {
  const { orderNo } = await showOrder(baseURL, buyer.paidOrder)
  const clicks = await countClicks(page)
  await joinWithPasskey(page, await inviteColleague(baseURL, 'finance'))
  await signOut(page)
  await page.reload()
  clicks.reset()

  await tabTo(page, page.getByRole('button', { name: '用通行密钥登录' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('周敏')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.insertText(orderNo)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(orderNo) })).toBeVisible()

  // a refund that was made is a button of its own row
  const refund = page.getByRole('button', { name: '退款', exact: true }).first()
  const dialog = page.getByRole('dialog', { name: '退款' })
  await tabTo(page, refund)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('订单')).toHaveValue(orderNo)
  await page.keyboard.press('Escape')
  await expect(refund).toBeFocused()
  await page.keyboard.press('Enter')
  await typeByTab(page, dialog.getByLabel('金额'), '3')
  await typeByTab(page, dialog.getByLabel('原因'), '补偿')
  await page.keyboard.press('Enter')
  const preview = dialog.getByRole('region', { name: '将要发生的事' })
  await expect(preview).toContainText('¥3.00')
  await inspect()
  await tabTo(page, dialog.getByRole('button', { name: '执行' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('region', { name: '结果' })).toContainText('已退款')
  await tabTo(page, dialog.getByRole('button', { name: '完成' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(refund).toBeFocused()

  const menu = page.getByRole('button', { name: /打开菜单/ })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: '退出', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '登录控制台' })).toBeVisible()
  expect(clicks.count()).toBe(0)
})

test('console: rows by j and k, help and search by their keys, and a second Enter that agrees to nothing', async ({
  page,
  baseURL,
  buyer,
}) => {
  const { orderNo } = await showOrder(baseURL, buyer.paidOrder)
  const clicks = await countClicks(page)
  await signInAs(page, baseURL, 'finance')
  // the buyer has a paid and an open order
  const list = `${consoleUrl(baseURL)}/orders?user=${encodeURIComponent(buyer.email)}`
  await page.goto(list)
  clicks.reset()
  const rows = page.getByRole('region', { name: '订单列表' }).locator('[data-row]')
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(orderNo) })).toBeVisible()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '按键说明' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('退款')
  const action = page.getByRole('option', { name: /^退款/ })
  for (let step = 0; step < 8 && (await action.getAttribute('aria-selected')) !== 'true'; step += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '退款' })
  await expect(dialog.getByLabel('订单')).toBeFocused()
  await page.keyboard.insertText(orderNo)
  await typeByTab(page, dialog.getByLabel('金额'), '3')
  await typeByTab(page, dialog.getByLabel('原因'), '补偿')
  await page.keyboard.press('Enter')
  const preview = dialog.getByRole('region', { name: '将要发生的事' })
  await expect(preview).toContainText('¥3.00')
  // it takes the focus, so that a second Enter does not agree to what nobody has read
  await expect(preview).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: '执行' }))
  await expect(dialog.getByRole('region', { name: '结果' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('region', { name: '结果' })).toContainText('已退款')
  await tabTo(page, dialog.getByRole('button', { name: '完成' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  expect(clicks.count()).toBe(0)
})
