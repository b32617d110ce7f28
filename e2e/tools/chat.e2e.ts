import { findBadLineBreaks } from '../fixtures/line-breaks.ts'
import { expect, test } from '../fixtures/test.ts'
import { giveCredit, openTool, toolsUrl } from './tools-journey.ts'

const QUESTION = '怎样记账？<img src=x onerror=alert(1)> **重点**'

test(
  'tools: a question is answered piece by piece, its cost stands below it and in 用量; it survives a reload and can be asked again',
  { tag: '@main:desktop' },
  async ({ page, customer, baseURL, inspect }) => {
    await giveCredit(baseURL!, customer.email, 100)
    await openTool(page, baseURL, '/chat')
    await expect(page.getByRole('heading', { name: '可以做什么，大约多少钱' })).toBeVisible()
    expect(await findBadLineBreaks(page)).toEqual([])
    await inspect()
    await page.getByRole('button', { name: '翻译', exact: true }).click()
    await expect(page.getByRole('radio', { name: '翻译' })).toBeChecked()
    const field = page.getByRole('textbox', { name: '输入内容' })
    await expect(field).toBeFocused()
    await field.fill(QUESTION)
    await expect(page.getByText(/^最多 \d+ 积分$/)).toBeVisible()
    await page.keyboard.press('Enter')
    const thread = page.getByRole('log', { name: '对话内容' })
    await expect(thread.getByText('星桥-快 · 1 积分')).toBeVisible()
    // what the model writes is text, with its emphasis, and never markup
    await expect(thread.getByText('【模型替身】')).toContainText('<img src=x onerror=alert(1)>')
    await expect(thread.locator('img')).toHaveCount(0)
    await expect(thread.locator('strong')).toHaveText('重点')
    await expect(page.locator('[data-value=available]')).toHaveText('99')
    await inspect()

    await page.reload()
    await thread.getByRole('button', { name: '重新回答' }).click()
    await expect(page.locator('[data-value=available]')).toHaveText('98')
    await expect(thread.getByRole('article')).toHaveCount(1)
    await page.getByRole('button', { name: '新对话' }).click()
    await expect(thread.getByRole('article')).toHaveCount(0)

    await page.goto('/account/usage')
    await expect(page.locator('details').filter({ hasText: '对话（星桥-快）' })).toHaveCount(2)
  },
)

test('tools: without enough credit a question comes back to its field and says what is missing; another site cannot ask by the session', async ({
  page,
  customer: _,
  baseURL,
  expectedProblems,
}) => {
  expectedProblems.push('402 POST /v1/chat/completions')
  await openTool(page, baseURL, '/chat')
  const field = page.getByRole('textbox', { name: '输入内容' })
  await field.fill('你好')
  await page.getByRole('button', { name: '发送' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '余额不足' })).toBeVisible()
  await expect(field).toHaveValue('你好')
  const body = { model: '星桥-快', messages: [{ role: 'user', content: '你好' }] }
  const foreign = await page.request.post(`${toolsUrl(baseURL)}/v1/chat/completions`, {
    data: body,
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  })
  expect(foreign.status()).toBe(401)
})
