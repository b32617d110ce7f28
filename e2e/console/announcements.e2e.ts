import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePorts, occupyPort, releasePort } from '#server/testing/free-ports.ts'
import { untilReady } from '../../harness/processes.ts'
import { runShop } from '../../harness/shop-process.ts'
import { openConsoleAs } from '../fixtures/console/colleague.ts'
import { logIn } from '../fixtures/customer.ts'
import { layoutShift } from '../fixtures/layout-shift.ts'
import { operateShop } from '../fixtures/operate-shop.ts'
import { expect, test as base } from '../fixtures/test.ts'

interface OwnShop {
  /** Its address: sandbox and console have the ports after it, as those of the shared shop. */
  shopUrl: string
}

/** Journeys that change what every visitor sees, in a shop of their own. */
const test = base.extend<object, OwnShop>({
  shopUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs
    async ({}, use) => {
      const port = await portOfShop()
      const folder = join(import.meta.dirname, `../../.cache/e2e-${port}`)
      await rm(folder, { recursive: true, force: true })
      const shop = runShop({
        ...{ PORT: String(port), DATA_DIR: folder, TRUST_PROXY: 'loopback', CONSOLE: 'on' },
      })
      const isReady = () => untilReady(`http://localhost:${port}/readyz`, shop.process)
      // two shops that start at once on a busy machine take longer than one
      await isReady().catch(isReady)
      await use(`http://localhost:${port}`)
      await shop[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ shopUrl }, use) => use(shopUrl),
})

/** A port with room for sandbox and console after it. */
async function portOfShop(): Promise<number> {
  for (;;) {
    const { port } = await freePorts()
    const console = await occupyPort(port + 3).catch(() => null)
    await releasePort(console)
    if (console !== null) return port
  }
}

const LONG = '春节期间客服时间有变化，充值与使用不受影响，'.repeat(5)

// one shop for all of them: in turn, in one worker
test.describe.configure({ mode: 'default' })
// shifts of the page count where it is drawn
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Adds an announcement from the terminal; returns its id. */
async function announce(shopUrl: string, ...words: string[]): Promise<string> {
  const output = await operateShop(shopUrl, 'announcements', 'add', ...words, '--json')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command prints
  return (JSON.parse(output) as { id: string }).id
}

/** Previews and runs in the dialog that is open. */
async function confirmAction(work: Page, preview: RegExp): Promise<void> {
  const dialog = work.getByRole('dialog')
  const filled = dialog.getByRole('button', { name: '预览' })
  const shown = dialog.getByRole('region', { name: '变更预览' })
  await expect(filled.or(shown)).toBeVisible()
  if (await filled.isVisible()) await filled.click()
  await expect(shown).toContainText(preview)
  await dialog.getByRole('button', { name: '执行' }).click()
  await expect(dialog.getByRole('region', { name: '结果' })).toBeVisible()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(dialog).toHaveCount(0)
}

test('console: a long banner with markup that an owner adds appears as text for visitors, stays dismissed, and goes when it is ended', async ({
  page,
  browser,
  shopUrl,
  inspect,
}) => {
  const text = `<img src=x onerror=alert(1)>${'今晚 23:00–24:00 维护，'.repeat(5)}`
  const desk = await browser.newContext()
  const work = await desk.newPage()
  await openConsoleAs(work, shopUrl, 'owner', { path: '/announcements' })
  await expect(work.getByRole('heading', { name: '还没有公告' })).toBeVisible()
  await work.getByRole('link', { name: '发布公告' }).click()
  await work.getByRole('textbox', { name: '内容' }).fill(text)
  await work.getByLabel('链接文字').fill('看看套餐')
  await work.getByRole('textbox', { name: '链接', exact: true }).fill('/plans')
  await work.getByLabel('语气').selectOption({ label: '提醒' })
  const shown = work.getByRole('region', { name: '顾客看到的样子' })
  await expect(shown).toContainText(text)
  await work.getByRole('button', { name: '预览并发布' }).click()
  await confirmAction(work, /将发布这条公告/)
  const row = work.getByRole('row').filter({ hasText: text })
  await expect(row).toContainText('正在显示')

  const banner = page.getByRole('complementary', { name: '公告' })
  await expect(async () => {
    await page.goto('/')
    await expect(banner).toContainText(text, { timeout: 500 })
  }).toPass()
  await expect(banner.getByRole('link', { name: '看看套餐' })).toHaveAttribute('href', '/plans')
  expect(await layoutShift(page)).toBe(0)
  await inspect()
  await page.goto('/account/login')
  await expect(banner).toContainText(text)
  await inspect()

  await banner.getByRole('button', { name: '关闭公告' }).click()
  await expect(banner).not.toContainText(text, { useInnerText: true })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner.getByText(text)).toBeHidden()
  await page.goto('/plans')
  await expect(banner.getByText(text)).toBeHidden()
  expect(await layoutShift(page)).toBe(0)

  const elsewhere = await browser.newContext({ baseURL: shopUrl, javaScriptEnabled: false })
  const plain = await elsewhere.newPage()
  await plain.goto('/plans')
  await expect(plain.getByText(text)).toBeVisible()
  await expect(plain.getByRole('button', { name: '关闭公告' })).toBeHidden()

  await work.getByRole('button', { name: `结束 ${text}` }).click()
  await confirmAction(work, /顾客不再看到/)
  await expect(row).toContainText('已结束')
  await expect(async () => {
    await plain.reload()
    await expect(plain.getByText(text)).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await elsewhere.close()

  await work.getByRole('link', { name: text }).click()
  await expect(work.getByRole('button', { name: '预览并保存' })).toHaveCount(0)
  await work.getByRole('link', { name: '操作记录' }).last().click()
  await expect(work.getByRole('button', { name: '结束公告' })).toBeVisible()
  await expect(work.getByRole('button', { name: '发布公告' })).toBeVisible()
  await desk.close()
})

test('account center: a notice keeps its place while it loads, is dismissed in every browser, and the console counts it', async ({
  page,
  browser,
  customer,
  shopUrl,
  inspect,
}) => {
  const title = `新的积分规则 ${customer.email.slice(0, 8)}`
  const text = `${LONG}\n第二段：<b>规则</b>见帮助。`
  const id = await announce(
    ...[shopUrl, '--kind', 'notice', '--title', title, '--text', text],
    ...['--link', '/refund', '--link-label', '退款规则'],
  )
  const card = page.getByRole('article', { name: title })
  await expect(async () => {
    await page.goto('/account/home')
    await expect(card).toBeVisible({ timeout: 3_000 })
  }).toPass()
  expect(await layoutShift(page)).toBeLessThan(0.001)
  await inspect()
  await card.getByRole('button', { name: '展开全文' }).click()
  await expect(card).toContainText('<b>规则</b>')
  await inspect()
  await card.getByRole('button', { name: '知道了' }).click()
  await expect(card).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/最近登录：/)).toBeVisible()
  await expect(card).toHaveCount(0)
  await expect(page.locator('html')).not.toHaveAttribute('data-notices')

  const elsewhere = await browser.newContext({ baseURL: shopUrl })
  await logIn(elsewhere.request, customer)
  const other = await elsewhere.newPage()
  await other.goto('/account/home')
  await expect(other.locator('html')).not.toHaveAttribute('data-notices')
  await expect(other.getByRole('article', { name: title })).toHaveCount(0)
  await elsewhere.close()

  await openConsoleAs(page, shopUrl, 'viewer', {
    path: `/announcements/announcement?announcement=${id}`,
  })
  await expect(page.getByText('1 位用户看过，1 位关闭')).toBeVisible()
  await expect(page.getByRole('button', { name: /保存|现在结束/ })).toHaveCount(0)
  await inspect()
  await operateShop(shopUrl, 'announcements', 'end', id)
})
