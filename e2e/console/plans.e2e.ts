import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { callApi } from '../fixtures/call-api.ts'
import { openConsoleAs } from '../fixtures/console/colleague.ts'
import { operateShop } from '../fixtures/operate-shop.ts'
import { expect, test } from '../fixtures/test.ts'

/** A plan of this journey alone, after all others. */
async function addPlan(baseURL: string | undefined): Promise<string> {
  const id = `j-${randomUUID().slice(0, 8)}`
  const plan = {
    ...{ id, name: `限时 ${id}`, summary: '这一趟的套餐', features: ['一条'], amount: 3000 },
    ...{ credit: 3000, bonusCredit: 0, validDays: 30, minNum: 1, maxNum: 5, recommended: false },
  }
  await operateShop(baseURL!, 'plans', 'save', JSON.stringify(plan), '--basis', 'new')
  return id
}

/** Previews and saves in the dialog that is open. */
async function confirmSaving(work: Page, preview: RegExp): Promise<void> {
  const dialog = work.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: '变更预览' })).toContainText(preview)
  const result = dialog.getByRole('region', { name: '结果' })
  // another journey may add a plan meanwhile: then the new preview is shown first
  await expect(async () => {
    if (await result.isVisible()) return
    await dialog.getByRole('button', { name: '执行' }).click({ timeout: 2_000 })
    await expect(result).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(dialog).toHaveCount(0)
}

test(
  'console: an owner changes a price, sees card and difference; the shop shows it, and an order from before keeps its price',
  { tag: '@main:desktop' },
  async ({ page, browser, customer, baseURL, inspect }) => {
    expect(customer.email).toContain('@')
    const id = await addPlan(baseURL)
    const before = await callApi(page.request, api.recharge.placeOrder, { id, num: 1 })
    const desk = await browser.newContext()
    const work = await desk.newPage()
    await openConsoleAs(work, baseURL, 'owner', { path: '/plans' })
    await work.getByRole('link', { name: `限时 ${id}` }).click()
    const card = work.getByRole('region', { name: '顾客看到的样子' })
    await expect(card).toContainText('30.00')
    await work.getByLabel('价格', { exact: true }).fill('35.5')
    await work.getByLabel('划线价').fill('40')
    await expect(card).toContainText('35.50原价 ¥40.00')
    await work.getByLabel('原因').fill('成本上涨')
    await work.getByRole('button', { name: '预览并保存' }).click()
    await confirmSaving(work, /¥30\.00 → ¥35\.50/)
    await expect(work.getByRole('region', { name: '变更' })).toContainText('原因：成本上涨')
    await desk.close()

    // what is served without scripts, to search engines too, says it by itself within ten seconds
    const served = async () => {
      const text = await (await page.request.get('/plans')).text()
      return new RegExp(`"name":"限时 ${id}"[^}]*`).exec(text)?.[0] ?? 'not there'
    }
    await expect.poll(served, { timeout: 10_000 }).toContain('"price":"35.50"')
    await page.goto('/plans')
    const shown = page.getByRole('article').filter({ hasText: `限时 ${id}` })
    await expect(shown).toContainText('35.50')
    await inspect()
    const orders = await callApi(page.request, api.recharge.orderList, {})
    expect(orders.list).toMatchObject([{ id: before.order.id, amount: 3000 }])
    const after = await callApi(page.request, api.recharge.placeOrder, { id, num: 2 })
    expect(after.order.amount).toBe(7100)
    await operateShop(baseURL!, 'plans', 'withdraw', id)
  },
)

test('console: plans are ordered by keyboard, and the order is saved after a look', async ({
  page,
  baseURL,
  inspect,
}) => {
  const [first, second] = [await addPlan(baseURL), await addPlan(baseURL)]
  const placesOf = async () => {
    const plans = await callApi(page.request, api.recharge.comboList, {})
    const ids = plans.map((plan) => plan.id)
    return [ids.indexOf(first), ids.indexOf(second)] as const
  }
  const [a, b] = await placesOf()
  expect(a).toBeLessThan(b)
  await openConsoleAs(page, baseURL, 'owner', { path: '/plans' })
  const names = () => page.getByRole('row').getByRole('link').allInnerTexts()
  await expect.poll(async () => (await names()).includes(`限时 ${second}`)).toBe(true)
  await inspect()
  await page.getByRole('button', { name: `移动“限时 ${second}”` }).focus()
  while ((await names()).indexOf(`限时 ${second}`) > (await names()).indexOf(`限时 ${first}`))
    await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('button', { name: `移动“限时 ${second}”` })).toBeFocused()
  await expect(page.getByRole('group', { name: '新的顺序' })).toBeVisible()
  await inspect()
  await page.getByRole('button', { name: '保存顺序' }).click()
  await confirmSaving(page, /将按这个顺序排列套餐/)
  await expect
    .poll(async () => {
      const [at, other] = await placesOf()
      return at > other
    })
    .toBe(true)
  for (const id of [first, second]) await operateShop(baseURL!, 'plans', 'withdraw', id)
})
