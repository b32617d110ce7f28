import * as z from 'zod/mini'
import { introspectKey } from '#contract/applications/applications.ts'
import { envelope } from '#contract/envelope.ts'
import { operateShop } from '../fixtures/operate-shop.ts'
import { expect, test } from '../fixtures/test.ts'

const registration = z.object({ apiKey: z.string() })

test('a key made in the browser is active for its application until the customer revokes it', async ({
  page,
  customer: _,
  baseURL,
  request,
  inspect,
}) => {
  test.slow()
  const name = `译文助手 ${Date.now()}`
  const words = ['--name', name, '--redirect', 'https://tools.example.com/back', '--first-party']
  const registered = await operateShop(baseURL!, 'applications', 'register', ...words, '--json')
  const application = registration.parse(JSON.parse(registered))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

  // the cards are loaded after the rest of the page; the address of their place scrolls to them
  await page.goto('/account/edit#api-keys')
  const keys = page.getByRole('region', { name: 'API 密钥' })
  await expect(keys).toBeInViewport()
  await expect(keys.getByText('还没有密钥')).toBeVisible()
  const applications = page.getByRole('region', { name: '已授权的应用' })
  await expect(applications.getByText(name)).toBeVisible()
  await inspect()

  await keys.getByRole('button', { name: '新建密钥' }).click()
  const form = page.getByRole('dialog', { name: '新建密钥' })
  // other journeys may have registered applications too
  const choice = form.getByLabel('应用')
  if (await choice.isVisible()) await choice.selectOption({ label: name })
  await form.getByLabel('名称').fill('批处理脚本')
  await form.getByLabel(/^每月最多/).fill('2,000')
  await form.getByRole('button', { name: '新建', exact: true }).click()

  const made = page.getByRole('dialog', { name: '密钥已建好' })
  await expect(made).toBeVisible()
  await inspect()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '密钥还没有复制' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: '回去复制' }).click()
  await made.getByRole('button', { name: '复制密钥' }).click()
  await expect(page.getByText('密钥已复制')).toBeVisible()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  await expect(made.getByText(key, { exact: true })).toBeVisible()
  await made.getByRole('button', { name: '完成' }).click()

  const line = keys.getByRole('listitem').filter({ hasText: '批处理脚本' })
  await expect(line).toContainText(name)
  await expect(line).toContainText('每月最多 2,000 积分')
  await expect(line).not.toContainText(key)
  await inspect()

  async function introspect() {
    const answer = await request.post(introspectKey.path, {
      headers: {
        authorization: `Bearer ${application.apiKey}`,
        'idempotency-key': crypto.randomUUID(),
      },
      data: { key },
    })
    expect(answer.status()).toBe(200)
    return introspectKey.output.parse(envelope.parse(await answer.json()).data)
  }
  expect(await introspect()).toMatchObject({ active: true, limit: 2000, used: 0 })

  await line.getByRole('button', { name: '停用密钥 批处理脚本' }).click()
  const confirm = page.getByRole('dialog', { name: '停用密钥“批处理脚本”？' })
  await confirm.getByRole('button', { name: '停用', exact: true }).click()
  await expect(keys.getByText('还没有密钥')).toBeVisible()
  expect(await introspect()).toEqual({ active: false })
})
