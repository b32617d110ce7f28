import {
  inviteColleague,
  joinWithPasskey,
  showOrder,
  signOut,
} from '../fixtures/console/colleague.ts'
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
  const preview = dialog.getByRole('region', { name: '变更预览' })
  await expect(preview).toContainText('¥3.00')
  await inspect()
  // it takes the focus, so that a second Enter does not agree to what nobody has read
  await expect(preview).toBeFocused()
  await page.keyboard.press('Enter')
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
