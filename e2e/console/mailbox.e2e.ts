import type { Browser, Page } from '@playwright/test'
import { changeDatabase } from '../fixtures/change-database.ts'
import { ageColleague, consoleUrl, signInAs } from '../fixtures/console/colleague.ts'
import { openInbox } from '../fixtures/inbox.ts'
import { expect, test } from '../fixtures/test.ts'

test('console: a change of e-mail for a lost mailbox is signed by a second owner and stopped from the old mailbox', async ({
  page,
  browser,
  baseURL,
  account,
  inbox,
  request,
  expectedProblems,
  inspect,
}) => {
  test.slow()
  const next = openInbox(request)
  await using owners = await openTwoOwners(browser, baseURL)
  const { owner, second, email } = owners

  await owner.goto(`${consoleUrl(baseURL)}/users/user?user=${account.email}`)
  await askForChange(owner, next.address)
  await signRequest(second, baseURL, '换绑邮箱', account.email)
  await owner.reload()
  const panel = owner.getByRole('region', { name: '换绑邮箱' })
  await expect(panel).toContainText('新邮箱还没确认')
  await expect(panel).toContainText(/还剩 (2 天 23 小时|3 天)/)
  await expect(panel).toContainText(email)

  const confirm = await next.link('confirm')
  await page.goto(confirm)
  await page.getByRole('button', { name: '确认新邮箱' }).click()
  await expect(page.getByRole('status').filter({ hasText: '已确认' })).toBeVisible()
  await inspect()

  await page.goto(await inbox.link('stop'))
  expect(new URL(page.url()).search).toBe('')
  await expect(page.getByRole('button', { name: '停止换绑' })).toBeVisible()
  await owner.reload()
  await expect(panel).toContainText('新邮箱已确认')
  await inspect()
  await page.getByRole('button', { name: '停止换绑' }).click()
  await expect(page.getByRole('status').filter({ hasText: '换绑已停止' })).toBeVisible()
  await inspect()
  await inbox.untilMailSays('没有换绑邮箱')
  await owner.reload()
  await expect(panel).toContainText('可能有人冒充')

  expectedProblems.push('410 POST /clients/web/auth/email-recovery/confirm')
  await page.goto(confirm)
  await page.getByRole('button', { name: '确认新邮箱' }).click()
  await expect(page.getByRole('alert')).toContainText('已经失效')
  await inspect()
})

test('console: a lost second factor is taken away with two signatures, and the customer stops it by the mail', async ({
  page,
  browser,
  baseURL,
  account,
  customer: _,
  inbox,
  inspect,
}) => {
  test.slow()
  await using owners = await openTwoOwners(browser, baseURL)
  const { owner, second } = owners
  await changeDatabase(
    baseURL,
    `update users set second_factor_since = now() where email = '${account.email}'`,
  )
  await owner.goto(`${consoleUrl(baseURL)}/users/user?user=${account.email}`)
  await owner.getByRole('button', { name: '关闭两步验证', exact: true }).click()
  const dialog = owner.getByRole('dialog', { name: '关闭两步验证' })
  await dialog.getByLabel('原因').fill('视频核对了证件，与付款人一致')
  await dialog.getByRole('button', { name: '预览' }).click()
  const preview = dialog.getByRole('region', { name: '将要发生的事' })
  await expect(preview).toContainText('以后只用密码登录')
  await dialog.getByRole('button', { name: '执行' }).click()
  await expect(owner.getByRole('dialog')).toContainText('这个操作要两个人同意')
  await owner.getByRole('button', { name: '知道了' }).click()
  await signRequest(second, baseURL, '关闭两步验证', account.email)
  await owner.reload()
  const panel = owner.getByRole('region', { name: '关闭两步验证' })
  await expect(panel).toContainText('用户可以用邮件里的链接停止')
  // the page's clock is up to a second behind the server's
  await expect(panel).toContainText(/还剩 (2 天 23 小时|3 天)/)

  await page.goto('/account/edit')
  await expect(page.getByText(/申请关闭两步验证：.+停止关闭/)).toBeVisible()
  await inspect()
  await page.goto(await inbox.link('keep'))
  expect(new URL(page.url()).search).toBe('')
  await inspect()
  await page.getByRole('button', { name: '停止关闭' }).click()
  const done = page.getByRole('status').filter({ hasText: '两步验证保持不变' })
  await expect(done).toBeVisible()
  await inspect()
  await inbox.untilMailSays('没有关闭两步验证')
  await owner.reload()
  await expect(panel).toContainText('可能有人冒充')
})

test('console: an account that was stolen is kept and blocked, and nobody stops its rescue from the mailbox', async ({
  page,
  browser,
  baseURL,
  account,
  inbox,
  request,
  expectedProblems,
  inspect,
}) => {
  test.slow()
  const next = openInbox(request)
  await using owners = await openTwoOwners(browser, baseURL)
  const { owner, second } = owners
  await changeDatabase(
    baseURL,
    `update users set closing_at = now() + interval '1 day' where email = '${account.email}'`,
  )
  await owner.goto(`${consoleUrl(baseURL)}/users/user?user=${account.email}`)
  await expect(owner.getByText('将注销于')).toBeVisible()
  await perform(owner, '取消注销', '用户会收到通知')
  await inbox.untilMailSays('我们取消了之前的注销申请')
  await expect(owner.getByRole('button', { name: '注销账户' })).toBeVisible()

  await askForChange(owner, next.address)
  await signRequest(second, baseURL, '换绑邮箱', account.email)
  await owner.reload()
  // whoever signed the change was told that the customer can stop it
  await openPreview(owner, '停用账户', '用户不能再用链接停止')
  await owner.getByRole('dialog').getByRole('button', { name: '执行' }).click()
  await expect(owner.getByRole('dialog')).toContainText('这个操作要两个人同意')
  await owner.getByRole('button', { name: '知道了' }).click()
  await signRequest(second, baseURL, '停用账户', account.email, '已停用')
  await owner.reload()
  await expect(owner.getByRole('region', { name: '换绑邮箱' })).toContainText('只有我们能停止')

  expectedProblems.push('403 POST /clients/web/auth/email-recovery/stop')
  await page.goto(await inbox.link('stop'))
  await page.getByRole('button', { name: '停止换绑' }).click()
  await expect(page.getByRole('alert')).toContainText('已被停用，请联系客服')
  await inspect()
})

async function openPreview(owner: Page, title: string, sentence: string): Promise<void> {
  await owner.getByRole('button', { name: title, exact: true }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('原因').fill('有人说账户被占用，回拨了合同上的电话')
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect(dialog.getByRole('region', { name: '将要发生的事' })).toContainText(sentence)
}

async function perform(owner: Page, title: string, sentence: string): Promise<void> {
  await openPreview(owner, title, sentence)
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('button', { name: '执行' }).click()
  await dialog.getByRole('button', { name: '完成' }).click()
}

/** Two owners, each in a browser of their own; the second, whose address is `email`, may sign. */
async function openTwoOwners(browser: Browser, baseURL: string | undefined) {
  const stack = new AsyncDisposableStack()
  const newPage = async () => stack.use(await browser.newContext()).newPage()
  const [owner, second] = [await newPage(), await newPage()]
  await signInAs(owner, baseURL, 'owner', '周敏')
  const { email } = await signInAs(second, baseURL, 'owner', '李雷')
  await ageColleague(baseURL, email)
  return { owner, second, email, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function askForChange(owner: Page, to: string): Promise<void> {
  await owner.getByRole('button', { name: '换绑邮箱', exact: true }).click()
  const dialog = owner.getByRole('dialog', { name: '换绑邮箱' })
  await dialog.getByLabel('新邮箱').fill(to)
  await dialog.getByLabel('原因').fill('视频核对了证件，与付款人一致')
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect(dialog.getByRole('region', { name: '将要发生的事' })).toContainText(
    '需要另一位所有者或财务签字',
  )
  await dialog.getByRole('button', { name: '执行' }).click()
  await expect(owner.getByRole('dialog')).toContainText('这个操作要两个人同意')
  await owner.getByRole('button', { name: '知道了' }).click()
}

async function signRequest(
  second: Page,
  baseURL: string | undefined,
  title: string,
  customer: string,
  result = '生效',
): Promise<void> {
  await second.goto(`${consoleUrl(baseURL)}/signatures`)
  const request = second.getByRole('region', { name: title }).filter({ hasText: customer })
  await request.getByRole('button', { name: '查看并签字' }).click()
  const dialog = second.getByRole('dialog')
  await dialog.getByRole('button', { name: '签字并执行' }).click()
  await expect(dialog.getByRole('region', { name: '结果' })).toContainText(result)
}
