import { expect, test } from '../fixtures/test.ts'
import { consoleUrl, openConsoleAs } from '../fixtures/console/colleague.ts'
import { ROBOT_SECRET, startRobots } from '../../server/testing/pushes/robots.ts'

test('console: owner adds a channel that is told of what waits, tests it and removes it', async ({
  page,
  baseURL,
  inspect,
}) => {
  await using robots = await startRobots()
  const { email } = await openConsoleAs(page, baseURL, 'owner', { path: '/settings' })
  await page.getByRole('navigation', { name: '设置' }).getByRole('link', { name: '通知' }).click()
  const name = `财务群 ${email.slice(6, 14)}`
  await page.getByRole('button', { name: '添加' }).click()
  const dialog = page.getByRole('dialog', { name: '添加通知渠道' })
  await dialog.getByLabel('名称').fill(name)
  await dialog.getByLabel('地址').fill(robots.urls.dingtalk)
  await dialog.getByLabel('签名密钥').fill(ROBOT_SECRET)
  await dialog.getByLabel('争议').uncheck()
  await dialog.getByRole('button', { name: '预览' }).click()
  const preview = dialog.getByRole('region', { name: '变更预览' })
  await expect(preview).toContainText('钉钉 127.0.0.1')
  await inspect()
  await dialog.getByRole('button', { name: '执行' }).click()
  await expect(dialog.getByRole('region', { name: '结果' })).toContainText('已添加')
  await dialog.getByRole('button', { name: '完成' }).click()
  await page.getByRole('button', { name: `测试 ${name}` }).click()
  await expect(page.getByText(`钉钉已收下，请到“${name}”里看`)).toBeVisible()
  // other journeys may give it more to tell
  expect(robots.received).toContainEqual({
    kind: 'dingtalk',
    text: expect.stringContaining('测试通知'),
  })
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('正常')
  await inspect()

  await page.goto(`${consoleUrl(baseURL)}/audit?command=pushes+add&operator=${email}`)
  await page.getByRole('button', { name: '添加通知渠道', exact: true }).click()
  const entry = page.getByRole('dialog')
  await expect(entry).toContainText('（不记录）')
  await expect(entry).not.toContainText('stand-in-token')

  // the journeys share one shop: nothing of this one is told to a stand-in that has gone
  await page.goto(`${consoleUrl(baseURL)}/settings?view=pushes`)
  await page.getByRole('button', { name: `删除 ${name}` }).click()
  const removal = page.getByRole('dialog', { name: '删除通知渠道' })
  await removal.getByRole('button', { name: '预览' }).click()
  await removal.getByRole('button', { name: '执行' }).click()
  await removal.getByRole('button', { name: '完成' }).click()
  await expect(page.getByRole('button', { name: `测试 ${name}` })).toHaveCount(0)
})
