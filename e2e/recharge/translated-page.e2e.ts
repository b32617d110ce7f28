import type { Page } from '@playwright/test'
import { pressPay, typeCard } from '../fixtures/checkout.ts'
import { expect, test } from '../fixtures/test.ts'
import { listOrders } from '../fixtures/ledger.ts'

test('page whose text nodes a translator replaces: an early address survives, and login, quantity, declined card and WeChat payment work', async ({
  page,
  account: { email, password },
  expectedProblems,
}) => {
  // React finds other nodes than it rendered, and renders the page anew
  page.on('pageerror', ({ message }) => {
    if (message.includes('#418')) expectedProblems.push(`error: ${message}`)
  })
  await translatePage(page)
  const isTyped = Promise.withResolvers<void>()
  await page.route('**/assets/main-*.js', async (route) => {
    await isTyped.promise
    await route.continue()
  })
  await page.goto('/account/login?redirect=/account/recharge?plan=trial', {
    waitUntil: 'domcontentloaded',
  })
  const field = page.getByRole('textbox', { name: '邮箱', exact: true })
  await field.pressSequentially(email)
  isTyped.resolve()
  await page.waitForFunction(() => history.scrollRestoration === 'manual')
  await expect(field).toHaveValue(email)
  await expect(field).toBeFocused()

  // a refusal, which comes and goes
  expectedProblems.push('400 POST /clients/web/auth/login')
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(`${password}!`)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/recharge/)

  await page.getByRole('button', { name: '增加一份' }).click()
  await expect(page.getByRole('complementary', { name: '订单摘要' })).toContainText('体验版 × 2')
  await typeCard(page, 'withoutFunds')
  expectedProblems.push('422 POST /clients/web/recharge/stripe/confirm-payment')
  await pressPay(page, '¥39.80')
  await expect(page.getByRole('alert')).toContainText('没有扣款，订单仍保留')
  await expect(page.getByText('以下支付的是该订单，不会重复下单')).toBeVisible()

  await page.getByRole('radio', { name: '微信支付' }).check()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.getByRole('button', { name: '增加一份' }).click()
  await pressPay(page, '¥59.70')
  const code = page.getByRole('dialog', { name: '微信扫码支付' })
  await expect(code).toContainText('¥59.70')
  expect(await listOrders(page.request)).toMatchObject([{ amount: 5970 }, { amount: 3980 }])
  // neither sums nor names of the customer
  await expect(page.locator('[data-user]').first()).not.toBeEmpty()
  await expect(page.locator('.money font, [data-user] font')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(code).toBeHidden()
})

/** Puts `<font>` elements in the place of all text nodes, also of later ones, as the browser's translator does. */
async function translatePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      // as extensions add them
      document.body.prepend(document.createElement('aside'))
      document.documentElement.append(document.createElement('aside'))
      translate()
      new MutationObserver(translate).observe(document.body, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    })

    function translate() {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: Node[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node)
      for (const node of found) if (node instanceof Text && isTranslated(node)) replace(node)
    }

    function isTranslated({ data, parentElement }: Text): boolean {
      return data.trim() !== '' && !parentElement?.closest('font, script, template, [translate=no]')
    }

    function replace(text: Text) {
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  })
}
