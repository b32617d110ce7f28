import { readFile } from 'node:fs/promises'
import { buyTrial, expectResultPage, pressPay, typeCard } from '../fixtures/checkout.ts'
import { registerApplication } from '../fixtures/spend-as-application.ts'
import { expect, test } from '../fixtures/test.ts'
import { convert, giveCredit, openTool, startJob, toolsUrl, userIdOf } from './tools-journey.ts'

test(
  'tools: after a purchase a customer is signed on without a form, converts a text, and finds the charge',
  { tag: '@main:desktop' },
  async ({ page, customer: _, baseURL, inspect }) => {
    test.slow()
    await buyTrial(page)
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: '打开 AI 工具' }).click()
    const tools = await opened
    await expect(tools).toHaveURL(`${toolsUrl(baseURL)}/`)
    await expect(tools.getByRole('link', { name: /^可用 2,000 积分/ })).toBeVisible()

    await tools.getByRole('textbox', { name: '原文' }).fill('软件和鼠标。'.repeat(30))
    await expect(tools.getByRole('button', { name: '转换 · 2 积分' })).toBeVisible()
    await tools.getByRole('button', { name: '转换 · 2 积分' }).click()
    await expect(tools.getByRole('form').getByText('本次 2 积分，余额 1,998')).toBeVisible()
    await expect(tools.getByRole('group', { name: '结果' }).last()).toContainText('軟體和滑鼠。')
    await expect(tools.getByRole('link', { name: /^可用 1,998 积分/ })).toBeVisible()

    await tools.getByRole('link', { name: /^可用 1,998 积分/ }).click()
    await expect(tools).toHaveURL(`${baseURL}/account/usage`)
    const line = tools.locator('details').filter({ hasText: '繁简转换（简体 → 台湾正体）' })
    await expect(line.locator('summary')).toContainText('2')
    await tools.goto(`${baseURL}/account/recharge-center`)
    await expect(tools.getByText('繁简转换（简体 → 台湾正体）')).toBeVisible()
    await page.bringToFront()
    await inspect()
  },
)

test(
  'tools: a customer without enough credit buys some and finds the text where it was',
  { tag: '@phone' },
  async ({ page, customer, baseURL, inspect }) => {
    test.slow()
    await giveCredit(baseURL!, customer.email, 2)
    await openTool(page, baseURL, '/pinyin')
    const text = '空山新雨后，天气晚来秋。'.repeat(12)
    await page.getByRole('textbox', { name: '原文' }).fill(text)
    await startJob(page)
    await expect(page.getByRole('form').getByText('还差 2 积分')).toBeVisible()
    await inspect()
    await page.getByRole('link', { name: '去充值' }).click()
    await page.getByRole('radio', { name: /体验版/ }).check()
    await typeCard(page, 'good')
    await pressPay(page, '¥19.90')
    await expectResultPage(page, '已到账')
    await page.getByRole('link', { name: '回到 AI 工具' }).click()
    await expect(page).toHaveURL(`${toolsUrl(baseURL)}/pinyin`)
    await expect(page.getByRole('textbox', { name: '原文' })).toHaveValue(text)
    await startJob(page)
    await expect(page.getByRole('form').getByText('本次 4 积分')).toBeVisible()
    await expect(page.locator('ruby').first()).toHaveText('空kōng')
    await inspect()
  },
)

test('tools: a part of a text that is too dear is converted for the credit that is there; credit that another tool holds is told apart, and the job begins when it is free', async ({
  page,
  customer,
  baseURL,
  inspect,
}) => {
  await giveCredit(baseURL!, customer.email, 1)
  await openTool(page, baseURL)
  await page.getByRole('textbox', { name: '原文' }).fill('软'.repeat(150))
  await startJob(page)
  await page.getByRole('button', { name: '只做前 100 字' }).click()
  await expect(page.getByRole('form').getByText('前 100 字，本次 1 积分，余额 0')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '原文' })).toHaveValue('软'.repeat(150))

  await giveCredit(baseURL!, customer.email, 10)
  const other = await registerApplication(baseURL!, '翻译工具')
  const user = await userIdOf(page)
  const held = Object(await other.post(user, 'holds', { amount: 10, reason: '翻译 · 年度报告' }))
  await openTool(page, baseURL)
  await page.getByRole('textbox', { name: '原文' }).fill('软件')
  await startJob(page)
  await expect(page.getByText('余额够，正被预留')).toBeVisible()
  await expect(page.getByText('另有 10 被别的任务预留')).toBeVisible()
  await inspect()
  await other.post(user, `holds/${held.hold.id}/release`, {})
  await page.getByRole('button', { name: '再试' }).click()
  await expect(page.getByRole('form').getByText('本次 1 积分，余额 9')).toBeVisible()
})

test('tools: a table that cannot be read, an empty text and one that is too long are refused beside the text and cost nothing; results are saved and copied', async ({
  page,
  customer,
  baseURL,
  context,
  inspect,
}) => {
  await giveCredit(baseURL!, customer.email, 10)
  await openTool(page, baseURL, '/table')
  await page.getByRole('combobox', { name: '转换成' }).selectOption('转成 CSV')
  await page.getByRole('textbox', { name: '原文' }).fill('[{"城市": "上海"},\n{"城市": }]')
  await startJob(page)
  await expect(page.getByRole('form').getByText('JSON 的写法不对：第 2 行附近')).toBeVisible()
  await expect(page.getByRole('link', { name: /^可用 10 积分/ })).toBeVisible()
  await inspect()
  await page.getByRole('textbox', { name: '原文' }).fill('[{"城市": "上海"}, {"城市": "=1+1"}]')
  await startJob(page)
  await expect(page.getByRole('form').getByText('本次 1 积分，余额 9')).toBeVisible()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toBe('表格转换.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe('\uFEFF城市\n上海\n=1+1')

  await openTool(page, baseURL)
  const field = page.getByRole('textbox', { name: '原文' })
  await startJob(page)
  await expect(page.getByText('请先输入或粘贴文字')).toHaveCount(2)
  await expect(field).toBeFocused()
  await field.fill('字'.repeat(50_001))
  await startJob(page)
  await expect(page.getByText('有 50,001 字，一次最多 50,000 字，请分几次').first()).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await inspect()

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTool(page, baseURL, '/pinyin')
  await convert(page, '银行行长')
  await page.getByRole('button', { name: '复制' }).click()
  await expect(page.getByRole('button', { name: '已复制' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('yín háng háng zhǎng')
})

test('tools: a connection that breaks is told, and pressing again does not charge twice; a job that has ended is sent anew', async ({
  page,
  customer,
  baseURL,
  expectedProblems,
}) => {
  await giveCredit(baseURL!, customer.email, 10)
  await openTool(page, baseURL)
  // the job is done, and its answer is lost
  await page.route('**/jobs', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const address = `${toolsUrl(baseURL)}/jobs`
  expectedProblems.push(`net::ERR_CONNECTION_RESET POST ${address}`)
  expectedProblems.push(`console: Failed to load resource: net::ERR_CONNECTION_RESET (${address})`)
  await page.getByRole('textbox', { name: '原文' }).fill('软件')
  await startJob(page)
  await expect(page.getByRole('form').getByText('连接中断了')).toBeVisible()
  await page.unroute('**/jobs')
  await page.getByRole('button', { name: '再试' }).click()
  await expect(
    page.getByRole('form').getByText('之前已扣 1 积分，这次不再扣，余额 9'),
  ).toBeVisible()

  // a text whose job ended with an earlier page is sent as another job
  const ended = { type: 'failed', code: 'JOB_ENDED', message: '这次任务已经结束' }
  const ids: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/jobs') ids.push(request.postDataJSON().id)
  })
  await page.route('**/jobs', (route) => route.fulfill({ body: `${JSON.stringify(ended)}\n` }), {
    times: 1,
  })
  await page.getByRole('textbox', { name: '原文' }).fill('鼠标')
  await startJob(page)
  await expect(page.getByRole('form').getByText('本次 1 积分，余额 8')).toBeVisible()
  expect(new Set(ids).size).toBe(2)
})
