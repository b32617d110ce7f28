import { codeOf, inviteColleague } from '../fixtures/console/colleague.ts'
import type { Step, Visit } from './main-job.ts'

const PASSWORD = 'a password of the staff'

/** What a colleague does with the customer's last order. */
export const consoleJob: readonly Step[] = [
  ['console sign-in', signIn],
  ['console order', openOrder],
  ['console refund', refund],
]

async function signIn({ page, shop }: Visit): Promise<void> {
  const { link } = await inviteColleague(shop, 'owner')
  await page.goto(link)
  await page.untilTrue('the form', () => document.querySelector('input[name=name]') !== null)
  // WebKitGTK has no passkeys: the page asks for a code at once
  const hasChoice = () => document.querySelector('input[name=way]') !== null
  if (await page.evaluate(hasChoice)) await page.press('密码和验证器…', { css: 'label' })
  await page.press('下一步')
  await page.until('验证器里的 6 位数字')
  const secret = await page.text('button[aria-label^="复制密钥"]')
  await page.fill('密码', PASSWORD)
  await page.fill('验证器里的 6 位数字', await codeOf(secret))
  await page.press('完成')
  await page.until('恢复码')
  await page.press('我已保存…', { css: 'label' })
  await page.press('进入控制台')
  await page.until('周敏')
}

async function openOrder({ page, console, inbox }: Visit): Promise<void> {
  await page.goto(`${console}/orders?user=${encodeURIComponent(inbox.address)}&state=paid`)
  await page.click('main a[href*="/orders/"]')
  await page.until('已收款')
}

async function refund({ page }: Visit): Promise<void> {
  await page.press('退款', { css: 'button' })
  await page.press('预览', { within: 'dialog' })
  await page.until('将退款 ¥19.90')
  await page.press('执行', { within: 'dialog' })
  await page.until('已退款')
  await page.press('完成', { within: 'dialog' })
}
