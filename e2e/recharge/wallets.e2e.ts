import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectResultPage, pressPay, payTrialByCard } from '../fixtures/checkout.ts'
import { inspectPage } from '../fixtures/inspect-page.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectCreditedOnce, listOrders } from '../fixtures/ledger.ts'

async function choose(page: Page, wallet: '支付宝' | '微信支付'): Promise<void> {
  await page.goto('/account/recharge?plan=trial')
  await page.getByRole('radio', { name: wallet }).check()
}

async function openAlipay(page: Page): Promise<void> {
  await pressPay(page, '¥19.90')
  await expect(page.getByRole('heading', { level: 1, name: '支付宝付款' })).toBeVisible()
  await expect(page.getByText('¥19.90')).toBeVisible()
}

/** Presses the pay button; returns the QR code's picture. */
async function showCode(page: Page): Promise<string | null> {
  await pressPay(page, '¥19.90')
  const dialog = page.getByRole('dialog', { name: '微信扫码支付' })
  await expect(dialog.getByRole('timer')).toBeVisible()
  await expect(dialog).toContainText('¥19.90')
  return dialog.getByRole('img', { name: '微信付款二维码' }).getAttribute('src')
}

/** Opens the page that the buyer's phone shows after scanning the code. */
async function openPhone(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: '无法扫码？' }).click()
  const phone = await opened
  // the page looks every few seconds whether the code was scanned: the button may go while it is pressed
  const address = await phone.getByRole('link', { name: /打开付款页/ }).getAttribute('href')
  await phone.goto(address!)
  return phone
}

test(
  'Alipay payment leads to the wallet’s page and back to the credit',
  { tag: '@main:phone' },
  async ({ page, customer: _, inspect }) => {
    await choose(page, '支付宝')
    await inspect()
    await openAlipay(page)
    await page.getByRole('button', { name: '同意支付' }).click()
    await expectResultPage(page, '已到账')
    await expect(page.getByText('支付宝', { exact: true })).toBeVisible()
    await inspect()
    await expectCreditedOnce(page.request, 200_000)
  },
)

test('payments refused in Alipay and in WeChat are reported, and a card pays the same order', async ({
  page,
  customer: _,
  inspect,
}) => {
  await choose(page, '支付宝')
  await openAlipay(page)
  await page.getByRole('button', { name: '拒绝支付' }).click()
  await expectResultPage(page, '付款未成功')
  await expect(page.getByText('您取消了这笔付款')).toBeVisible()
  await inspect()
  await page.getByRole('link', { name: '更换付款方式重试' }).click()
  await expect(page.getByRole('radio', { name: '支付宝' })).toBeChecked()

  await page.getByRole('radio', { name: '微信支付' }).check()
  await showCode(page)
  const phone = await openPhone(page)
  await phone.getByRole('button', { name: '拒绝支付' }).click()
  await expect(page.getByRole('alert')).toContainText('您取消了这笔付款')
  await inspect()

  await page.getByRole('radio', { name: '银行卡' }).check()
  await payTrialByCard(page)
  await expectCreditedOnce(page.request, 200_000)
})

test(
  'WeChat payment shows a code, again after its page was closed, from the order and in another window, then the result once the phone has paid',
  { tag: '@main:desktop' },
  async ({ page, browser, customer: _, inspect }) => {
    await choose(page, '微信支付')
    await inspect()
    const code = await showCode(page)
    await expect(page.getByRole('region', { name: '用本机付款' })).toBeHidden()
    await inspect()
    await page.getByRole('button', { name: '我已支付' }).click()
    await expect(page.getByText('暂未收到付款')).toBeVisible()

    await page.reload()
    await expect(page.getByText(/以下支付的是该订单/)).toBeVisible()
    await expect(page.getByRole('radio', { name: '微信支付' })).toBeChecked()
    const [order] = await listOrders(page.request)
    await page.goto(`/account/order?id=${order?.id}`)
    await page.getByRole('link', { name: '继续支付' }).click()
    expect(await showCode(page)).toBe(code)

    const storageState = await page.context().storageState()
    await using elsewhere = await browser.newContext({ storageState })
    const other = await elsewhere.newPage()
    await choose(other, '微信支付')
    expect(await showCode(other)).toBe(code)

    const phone = await openPhone(other)
    await phone.getByRole('button', { name: '支付', exact: true }).click()
    await expect(phone.getByRole('heading', { name: '付款已结束' })).toBeVisible()
    await Promise.all([expectResultPage(page, '已到账'), expectResultPage(other, '已到账')])
    await expectCreditedOnce(page.request, 200_000)
  },
)

test(
  'phone can save the picture of the WeChat code and open WeChat; the browser of a wallet that blocks the other one says how to open the order elsewhere, and pays nothing',
  { tag: '@phone' },
  async ({ page, customer: _, browser, baseURL }) => {
    await choose(page, '微信支付')
    const picture = await showCode(page)
    const dialog = page.getByRole('dialog', { name: '微信扫码支付' })
    const ways = dialog.getByRole('region', { name: '用本机付款' })
    await expect(ways.getByRole('link', { name: '打开微信' })).toHaveAttribute('href', 'weixin://')
    const paid = dialog.getByRole('button', { name: '我已支付' })
    for (const height of [844, 664, 568]) {
      await page.setViewportSize({ width: 390, height })
      await expect(paid).toBeInViewport({ ratio: 1 })
    }

    const saving = page.waitForEvent('download')
    await ways.getByRole('button', { name: '保存二维码' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('微信付款码.png')
    const file = await readFile(await saved.path())
    expect(`data:image/png;base64,${file.toString('base64')}`).toBe(picture)

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await ways.getByRole('button', { name: '复制订单链接' }).click()
    const [order] = await listOrders(page.request)
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(new URL(`/account/order?id=${order?.id}`, page.url()).href)

    const storageState = await page.context().storageState()
    for (const [inside, wallet, words] of [
      ['MicroMessenger/8.0.50', '支付宝', '微信内无法使用支付宝付款'],
      ['AlipayClient/10.6.0', '微信支付', '支付宝内无法使用微信支付'],
    ] as const) {
      const userAgent = `Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile ${inside}`
      const viewport = { width: 390, height: 844 }
      await using context = await browser.newContext({
        baseURL: baseURL!,
        storageState,
        userAgent,
        viewport,
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      const here = await context.newPage()
      await here.goto(`/account/recharge?order=${order!.id}`)
      await here.getByRole('radio', { name: wallet }).check()
      await expect(here.getByText(words)).toBeVisible()
      await expect(here.getByRole('button', { name: /^立即支付/ }).last()).toBeDisabled()
      await here.getByRole('button', { name: '复制付款链接' }).click()
      const link = await here.evaluate(() => navigator.clipboard.readText())
      expect(link).toBe(`${baseURL}/account/recharge?order=${order!.id}`)
      await inspectPage(here)
    }
    expect(await listOrders(page.request)).toHaveLength(1)
  },
)
