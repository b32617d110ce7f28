import OpenAI from 'openai'
import { expect, test } from '../fixtures/test.ts'
import { giveCredit, toolsUrl } from './tools-journey.ts'

test(
  "tools: with a new key OpenAI's own client is answered and charged, until the key is revoked",
  { tag: '@main:desktop' },
  async ({ page, customer, baseURL, inspect }) => {
    test.slow()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await giveCredit(baseURL!, customer.email, 1_000)

    // the former address of the keys
    await page.goto('/account/edit#api-keys')
    await expect(page).toHaveURL('/account/api-keys')
    const keys = page.getByRole('region', { name: '我的密钥' })
    await expect(keys.getByText('还没有密钥')).toBeVisible()
    await keys.getByRole('button', { name: '新建密钥' }).click()
    const form = page.getByRole('dialog', { name: '新建密钥' })
    // other journeys may have registered applications too
    const choice = form.getByLabel('应用')
    if (await choice.isVisible()) await choice.selectOption({ label: 'AI 工具' })
    await form.getByLabel('名称').fill('教程')
    await form.getByLabel(/^每月最多/).fill('2,000')
    await form.getByRole('button', { name: '新建', exact: true }).click()
    const made = page.getByRole('dialog', { name: '密钥已新建' })
    await expect(made.getByText(`${toolsUrl(baseURL)}/v1`)).toBeVisible()
    await expect(made.getByRole('link', { name: '在您的客户端里使用' })).toBeVisible()
    await inspect()
    await page.keyboard.press('Escape')
    const unsaved = page.getByRole('dialog', { name: '密钥尚未复制' })
    await unsaved.getByRole('button', { name: '返回复制' }).click()
    await made.getByRole('button', { name: '复制密钥' }).click()
    const key = await copied()
    await made.getByRole('button', { name: '完成' }).click()
    const own = keys.getByRole('listitem').filter({ hasText: '教程' })
    await expect(own).toContainText('每月最多 2,000 积分')
    await expect(own).not.toContainText(key)
    await inspect()

    const client = new OpenAI({ baseURL: `${toolsUrl(baseURL)}/v1`, apiKey: key, maxRetries: 0 })
    const question = [{ role: 'user' as const, content: '你好' }]
    const ask = () => client.chat.completions.create({ model: '星桥-快', messages: question })
    expect((await ask()).choices[0]?.message.content).toContain('【模型替身】')

    await page.goto('/account/usage')
    const line = page.locator('details').filter({ hasText: '对话（星桥-快）' })
    await line.locator('summary').click()
    await expect(line.getByText('教程')).toBeVisible()
    await inspect()

    await page.goto('/account/api-keys')
    await keys.getByRole('button', { name: '停用密钥 教程' }).click()
    const confirm = page.getByRole('dialog', { name: '停用密钥“教程”？' })
    await confirm.getByRole('button', { name: '停用', exact: true }).click()
    await expect(keys.getByText('还没有密钥')).toBeVisible()
    await expect(ask()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
  },
)
