import type { Page } from '@playwright/test'
import { changeDatabase } from '../fixtures/change-database.ts'
import { consoleUrl, openConsoleAs } from '../fixtures/colleague.ts'
import { fillInLogin } from '../fixtures/customer.ts'
import { openInbox } from '../fixtures/inbox.ts'
import { expect, test } from '../fixtures/test.ts'

const PASSWORD = 'a bridge of seven stars'

test(
  'console: the change of e-mail for a lost mailbox is signed, stopped by the old mailbox, and made the second time',
  { tag: '@main:desktop' },
  async ({ page, browser, baseURL, account, inbox, request, inspect }) => {
    test.slow()
    const next = openInbox(request)
    const desks = [await browser.newContext(), await browser.newContext()]
    const [owner, colleague] = [await desks[0]!.newPage(), await desks[1]!.newPage()]
    await openConsoleAs(owner, baseURL, 'owner', '周敏')
    const { email } = await openConsoleAs(colleague, baseURL, 'finance', '李雷')
    // who joined a moment ago signs nothing
    await changeDatabase(
      baseURL,
      `update operators set created_at = created_at - interval '2 days',
        unchanged_since = unchanged_since - interval '2 days' where email = '${email}'`,
    )

    await owner.goto(`${consoleUrl(baseURL)}/users/user?user=${account.email}`)
    const change = async () => {
      await askForChange(owner, next.address)
      await signChange(colleague, baseURL, account.email)
    }
    await change()
    await owner.reload()
    const panel = owner.getByRole('region', { name: '换绑邮箱' })
    await expect(panel).toContainText('新邮箱还没确认')
    await expect(panel).toContainText(email)

    await page.goto(await inbox.link('stop'))
    expect(new URL(page.url()).search).toBe('')
    await inspect()
    await page.getByRole('button', { name: '停止换绑' }).click()
    await expect(page.getByRole('status')).toContainText('换绑已停止')
    await inspect()
    await inbox.untilMailSays('没有换绑邮箱')
    await owner.reload()
    await expect(panel).toContainText('可能有人冒充')

    await change()
    await page.goto(await next.link('confirm'))
    await page.getByRole('button', { name: '确认新邮箱' }).click()
    await expect(page.getByRole('status')).toContainText('已确认')
    await inspect()
    await owner.reload()
    await expect(panel).toContainText('新邮箱已确认')

    await changeDatabase(
      baseURL,
      `update email_recoveries set due_at = now() where new_email = '${next.address}' and state = 'waiting'`,
    )
    await expect(async () => {
      await changeDatabase(
        baseURL,
        `update timed_jobs set run_at = now() where name = 'email-recoveries'`,
      )
      await next.untilMailSays('以后请用这个邮箱登录')
    }).toPass()
    await owner.goto(`${consoleUrl(baseURL)}/users/user?user=${next.address}`)
    await expect(panel).toContainText('已生效')

    await page.goto('/account/reset-password')
    await page.getByLabel('邮箱', { exact: true }).fill(next.address)
    await page.getByRole('button', { name: '发送重置邮件' }).click()
    await page.goto(await next.link('token'))
    await page.getByLabel('新密码', { exact: true }).fill(PASSWORD)
    await page.getByLabel('确认密码', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: '重置密码' }).click()
    await page.waitForURL(/\/account\/login/)
    await fillInLogin(page, { email: next.address, password: PASSWORD })
    await page.waitForURL(/\/account\/home/)
    for (const desk of desks) await desk.close()
  },
)

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
  await expect(owner.getByRole('dialog')).toContainText('每次都要两个人同意')
  await owner.getByRole('button', { name: '知道了' }).click()
}

async function signChange(
  colleague: Page,
  baseURL: string | undefined,
  customer: string,
): Promise<void> {
  await colleague.goto(`${consoleUrl(baseURL)}/signatures`)
  const request = colleague.getByRole('region', { name: '换绑邮箱' }).filter({ hasText: customer })
  await request.getByRole('button', { name: '查看并签字' }).click()
  const dialog = colleague.getByRole('dialog')
  await dialog.getByRole('button', { name: '签字并执行' }).click()
  await expect(dialog).toContainText('新邮箱确认之后')
}
