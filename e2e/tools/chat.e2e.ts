import { buyTrial, expectResultPage, pressPay, typeCard } from '../fixtures/checkout.ts'
import { findBadLineBreaks } from '../fixtures/line-breaks.ts'
import { walkByTab } from '../fixtures/tab-walk.ts'
import { unansweredRequest } from '../fixtures/record-problems.ts'
import { expect, test } from '../fixtures/test.ts'
import { giveCredit, openTool, toolsUrl } from './tools-journey.ts'

const QUESTION = '怎样记账？<img src=x onerror=alert(1)> **重点**\n|甲|乙|\n|-|-|\n|1|2|\n'

test(
  'tools: after a purchase a customer is signed on without a form and asks; the cost stands below the answer and in 用量, and it survives a reload',
  { tag: '@main:desktop' },
  async ({ page, customer: _, baseURL, inspect }) => {
    test.slow()
    await buyTrial(page)
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: '打开 AI 工具' }).click()
    const tools = await opened
    await expect(tools).toHaveURL(`${toolsUrl(baseURL)}/`)
    await tools.close()
    await openTool(page, baseURL)
    await expect(page.getByRole('heading', { name: '典型用途与参考费用' })).toBeVisible()
    expect(await findBadLineBreaks(page)).toEqual([])
    await inspect()
    await walkByTab(page)
    await page.getByRole('button', { name: '翻译', exact: true }).click()
    await expect(page.getByRole('radio', { name: '翻译' })).toBeChecked()
    const field = page.getByRole('textbox', { name: '输入内容' })
    await expect(field).toBeFocused()
    await field.fill(QUESTION)
    await expect(page.getByText(/^最多 [\d,]+ 积分$/)).toBeVisible()
    const credit = page.locator('[data-value=available]')
    const before = await credit.textContent()
    await page.keyboard.press('Enter')
    const thread = page.getByRole('log', { name: '对话内容' })
    await expect(thread.getByText(/^星桥-快 · \d+ 积分$/)).toBeVisible()
    await expect(credit).not.toHaveText(before!)
    // what the model writes is text, with its emphasis, and never markup
    await expect(thread.getByText('【模型替身】')).toContainText('<img src=x onerror=alert(1)>')
    await expect(thread.locator('img')).toHaveCount(0)
    await expect(thread.locator('strong')).toHaveText('重点')
    await expect(thread.getByRole('cell', { name: '1', exact: true })).toBeVisible()
    await inspect()

    await page.reload()
    await thread.getByRole('button', { name: '重新回答' }).click()
    await expect(thread.getByText(/^星桥-快 · \d+ 积分$/)).toBeVisible()
    await expect(thread.getByRole('article')).toHaveCount(1)
    // an answer that would end the browser's page is shown as it was written
    const quotes = '> '.repeat(3_000)
    await page.evaluate((answer) => {
      const kept = JSON.parse(sessionStorage.getItem('draft chat') ?? '')
      kept.turns[0].answer = answer
      sessionStorage.setItem('draft chat', JSON.stringify(kept))
    }, quotes)
    await page.reload()
    await expect(thread.locator('pre')).toHaveText(quotes)
    // code is copied by itself
    await page.evaluate(() => {
      const kept = JSON.parse(sessionStorage.getItem('draft chat') ?? '')
      kept.turns[0].answer = '这样写：\n\n```js\nlet sum = 1\n```'
      kept.turns.unshift({ ...kept.turns[0], answer: '第一次回答' })
      sessionStorage.setItem('draft chat', JSON.stringify(kept))
    })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.reload()
    await thread.getByRole('button', { name: '复制代码' }).click()
    await expect(thread.getByRole('button', { name: '已复制' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('let sum = 1')
    // only the last answer is written again
    await expect(thread.getByRole('button', { name: '重新回答' })).toHaveCount(1)
    await inspect()
    // whoever logs in next in this tab does not see it
    await page.evaluate(() => {
      const kept = JSON.parse(sessionStorage.getItem('draft chat') ?? '')
      sessionStorage.setItem('draft chat', JSON.stringify({ ...kept, user: 'another' }))
    })
    await page.reload()
    await expect(field).toBeEditable()
    await expect(thread.getByRole('article')).toHaveCount(0)

    await page.goto('/account/usage')
    await expect(page.locator('details').filter({ hasText: '对话（星桥-快）' })).toHaveCount(2)
  },
)

test('tools: text typed and sent before the script stays out of the address; an answer that is asked again stays until another comes, one that was left is there as far as it came', async ({
  page,
  customer,
  baseURL,
  expectedProblems,
}) => {
  test.slow()
  await giveCredit(baseURL!, customer.email, 2_000)
  const isLet = Promise.withResolvers<void>()
  await page.route('**/assets/main-*.js', async (route) => {
    await isLet.promise
    await route.continue()
  })
  await page.goto(`${toolsUrl(baseURL)}/`, { waitUntil: 'commit' })
  const field = page.getByRole('textbox', { name: '输入内容' })
  const send = page.getByRole('button', { name: '发送' })
  await field.fill('甲乙丙')
  await send.click()
  isLet.resolve()
  await expect(page.getByText(/^最多 [\d,]+ 积分$/)).toBeVisible()
  await expect(field).toHaveValue('甲乙丙')
  await expect(page).toHaveURL(`${toolsUrl(baseURL)}/`)
  await send.click()
  const again = page.getByRole('button', { name: '重新回答' })
  await expect(again).toBeVisible()

  const lost = `${toolsUrl(baseURL)}/v1/chat/completions`
  expectedProblems.push(...unansweredRequest('net::ERR_FAILED', 'POST', lost))
  await page.route(lost, (route) => route.abort())
  await again.click()
  await expect(page.getByRole('article').getByText(/连接中断/)).toBeVisible()
  await expect(page.getByText('【模型替身】您说的是：“甲乙丙”')).toBeVisible()

  // what had come of an answer when the page was left is there again
  await page.unrouteAll()
  await page.getByRole('combobox', { name: '模型' }).selectOption('星桥-强')
  await field.fill('甲'.repeat(60))
  await send.click()
  const last = page.getByRole('article').last()
  await expect(last.locator('.chat-answer')).toContainText('甲甲甲')
  await page.reload()
  await expect(last).toContainText(/已停止|连接中断/)
  await expect(last.locator('.chat-answer')).toContainText('甲甲甲')
})

test(
  'tools: on a phone a customer without credit buys some, finds the question where it was, and stops the answer that streams',
  { tag: '@phone' },
  async ({ page, customer: _, baseURL, inspect, expectedProblems }) => {
    test.slow()
    expectedProblems.push('402 POST /v1/chat/completions')
    await openTool(page, baseURL)
    const field = page.getByRole('textbox', { name: '输入内容' })
    await field.fill('你好')
    await page.getByRole('combobox', { name: '模型' }).selectOption('星桥-强')
    await page.getByRole('button', { name: '发送' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '余额不足' })).toBeVisible()
    await expect(field).toHaveValue('你好')
    await inspect()
    await page.getByRole('link', { name: '充值', exact: true }).click()
    await page.getByRole('radio', { name: /体验版/ }).check()
    await typeCard(page, 'good')
    await pressPay(page, '¥19.90')
    await expectResultPage(page, '已到账')
    await page.getByRole('link', { name: '回到 AI 工具' }).click()
    await expect(page).toHaveURL(`${toolsUrl(baseURL)}/`)

    await expect(field).toHaveValue('你好')
    await expect(page.getByRole('combobox', { name: '模型' })).toHaveValue('星桥-强')
    await page.getByRole('button', { name: '发送' }).click()
    const answer = page.getByRole('log', { name: '对话内容' }).getByRole('article')
    await expect(answer).toContainText('【模型替身】')
    const stop = page.getByRole('button', { name: '停止' })
    await expect(stop).toBeInViewport()
    await stop.click()
    await expect(answer).toContainText('星桥-强 · 已停止，仅扣已收到的部分')
    await expect(page.getByRole('button', { name: '发送' })).toBeVisible()
    const me = async () => (await page.request.get(`${toolsUrl(baseURL)}/me`)).json()
    await expect.poll(me).toMatchObject({ credit: { held: 0 } })
    await inspect()
    await page.getByRole('button', { name: '新对话' }).click()
    await expect(answer).toHaveCount(0)
  },
)
