import type { Browser, Page } from '@playwright/test'
import { ageColleague, consoleUrl, signInAs } from '../fixtures/console/colleague.ts'
import { openInbox } from '../fixtures/inbox.ts'
import { expect, test } from '../fixtures/test.ts'

test('console: a new address for a lost mailbox is signed by a second owner, counts at once, and the old mailbox undoes it', async ({
  page,
  browser,
  baseURL,
  account,
  inbox,
  request,
  inspect,
}) => {
  test.slow()
  const next = openInbox(request)
  await using owners = await openTwoOwners(browser, baseURL)
  const { owner, second } = owners

  await owner.goto(`${consoleUrl(baseURL)}/users/user?user=${account.email}`)
  await askForChange(owner, next.address)
  await signRequest(second, baseURL, '换绑邮箱', account.email)
  await next.untilMailSays('请设置新密码')
  await owner.goto(`${consoleUrl(baseURL)}/users/user?user=${next.address}`)
  await expect(owner.getByText('密码停用于')).toBeVisible()

  await page.goto(await inbox.link('undo'))
  await inspect()
  await page.getByRole('button', { name: '恢复原邮箱' }).click()
  await expect(page.getByText(`邮箱已恢复为 ${account.email}`)).toBeVisible()
  await inspect()
  await owner.goto(`${consoleUrl(baseURL)}/users/user?user=${account.email}`)
  await expect(owner.getByText('密码停用于')).toBeVisible()
})

/** Two owners, each in a browser of their own; the second may sign. */
async function openTwoOwners(browser: Browser, baseURL: string | undefined) {
  const stack = new AsyncDisposableStack()
  const newPage = async () => stack.use(await browser.newContext()).newPage()
  const [owner, second] = [await newPage(), await newPage()]
  await signInAs(owner, baseURL, 'owner', '周敏')
  const { email } = await signInAs(second, baseURL, 'owner', '李雷')
  await ageColleague(baseURL, email)
  return { owner, second, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function askForChange(owner: Page, to: string): Promise<void> {
  await owner.getByRole('button', { name: '换绑邮箱', exact: true }).click()
  const dialog = owner.getByRole('dialog', { name: '换绑邮箱' })
  await dialog.getByLabel('新邮箱').fill(to)
  await dialog.getByLabel('原因').fill('视频核对了证件，与付款人一致')
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect(dialog.getByRole('region', { name: '变更预览' })).toContainText(
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
): Promise<void> {
  await second.goto(`${consoleUrl(baseURL)}/signatures`)
  const request = second.getByRole('region', { name: title }).filter({ hasText: customer })
  await request.getByRole('button', { name: '查看并签字' }).click()
  const dialog = second.getByRole('dialog')
  await dialog.getByRole('button', { name: '签字并执行' }).click()
  await expect(dialog.getByRole('region', { name: '结果' })).toContainText('邮箱已换绑')
}
