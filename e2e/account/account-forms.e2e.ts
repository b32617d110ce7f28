import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { callApi } from '../fixtures/call-api.ts'
import { fillInLogin, logIn, openProfile } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'
import { AFTER_CAPTCHA, openInbox } from '../fixtures/inbox.ts'

const NEXT = 'eight-points-of-light'

test(
  '§2 /account/reset-password: a mailed link sets a new password, and its token reaches no other request',
  { tag: '@phone' },
  async ({ page, account, inbox, expectedProblems, inspect }) => {
    await page.goto('/account/login')
    await page.getByRole('link', { name: '忘记密码？' }).click()
    // the former page has a field of the same name
    await expect(page.getByRole('heading', { name: '重置密码', level: 1 })).toBeVisible()
    await page.getByLabel('邮箱', { exact: true }).fill(account.email)
    await page.getByRole('button', { name: '发送重置邮件' }).click()
    await expect(page.getByText('邮件已发送')).toBeVisible(AFTER_CAPTCHA)
    await inspect()

    const link = await inbox.link('token')
    const told: string[] = []
    page.on('request', (request) => {
      if (request.url() !== link) told.push(request.url(), request.headers()['referer'] ?? '')
    })
    await page.goto(link)
    await expect(page).toHaveURL('/account/reset-password')
    await inspect()
    await page.reload()
    await setPassword(page)
    await expect(page).toHaveURL('/account/login')
    await expect(page.getByText('密码已重置')).toBeVisible()
    expect(told.length).toBeGreaterThan(10)
    const token = new URL(link).searchParams.get('token') ?? 'none'
    expect(told.filter((text) => text.includes(token))).toEqual([])
    await fillInLogin(page, { ...account, password: NEXT })
    await expect(page).toHaveURL('/account/home')

    expectedProblems.push(`410 POST ${api.account.resetPassword.path}`)
    await page.goto(link)
    await setPassword(page)
    await expect(page.getByText('链接已失效')).toBeVisible()
    await expect(page.getByRole('button', { name: '发送重置邮件' })).toBeVisible()
    await inspect()
  },
)

test(
  '§2 /account/change-email: a code changes the e-mail, and a link to the old address undoes it',
  { tag: '@main:desktop' },
  async ({ page, account, customer: _, inbox, inspect }) => {
    const other = openInbox(page.request)
    await page.goto('/account/change-email')
    await page.getByLabel('新邮箱').fill(other.address)
    await page.getByRole('button', { name: '发送验证码' }).click()
    await page.getByLabel('验证码').fill(await other.code())
    await inspect()
    await page.getByRole('button', { name: '修改邮箱' }).click()
    await expect(page).toHaveURL('/account/home')

    await page.goto(await inbox.link('undo'))
    const back = page.getByRole('button', { name: '恢复原邮箱' })
    await expect(back).toBeVisible()
    await inspect()
    await back.click()
    await expect(page.getByText(`邮箱已恢复为 ${account.email}`)).toBeVisible()
    await expect(page.getByLabel('邮箱', { exact: true })).toHaveValue(account.email)
    await inspect()
    await page.getByRole('button', { name: '发送重置邮件' }).click()
    await page.goto(await inbox.link('token'))
    await page.getByRole('textbox', { name: '新密码', exact: true }).fill(NEXT)
    await page.getByRole('textbox', { name: '确认密码', exact: true }).fill(NEXT)
    await page.getByRole('button', { name: '重置密码' }).click()
    await expect(page).toHaveURL('/account/login')
    await fillInLogin(page, { ...account, password: NEXT })
    await expect(page).toHaveURL('/account/home')
  },
)

test('§4 expired login: form values survive the login, and navigation leads there too', async ({
  page,
  account,
  customer: _,
  request,
  expectedProblems,
}) => {
  await openProfile(page)
  await page.getByLabel('昵称').fill('过桥的人')
  await logIn(request, account)
  const { list } = await callApi(request, api.account.sessions, {})
  const open = list.find(({ current }) => !current)
  await callApi(request, api.account.revokeSession, { id: open?.id ?? '' })

  // the csrf token ended with the session: the page fetches a new one and repeats the call
  expectedProblems.push(`403 POST ${api.account.editProfile.path}`)
  expectedProblems.push(`401 POST ${api.account.editProfile.path}`)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL('/account/login?redirect=%2Faccount%2Fedit')
  await fillInLogin(page, account)
  await expect(page.getByLabel('昵称')).toHaveValue('过桥的人')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('昵称已保存')).toBeVisible()
  await expect(page.getByRole('button', { name: '账户菜单' })).toContainText('过')

  // so does a click after another tab has logged out
  await page.context().clearCookies({ name: '_userInfo' })
  await page.getByRole('main').getByRole('link', { name: '订单管理' }).click()
  await expect(page).toHaveURL('/account/login?redirect=%2Faccount%2Forders')
})

test('§2 /account/edit: data export is a file, and a login keeps an account that was to be closed', async ({
  page,
  account,
  customer: _,
  inspect,
}) => {
  await page.goto('/account/edit')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出数据' }).click()
  expect((await coming).suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.json$/)

  await page.getByRole('button', { name: '注销账户' }).click()
  const dialog = page.getByRole('dialog', { name: '注销账户？' })
  await dialog.getByLabel('密码', { exact: true }).fill(account.password)
  await dialog.getByRole('checkbox').check()
  await inspect()
  await dialog.getByRole('button', { name: '注销账户' }).click()
  await expect(page).toHaveURL('/account/login')
  await expect(page.getByText(/^账户将于 .+ 注销/)).toBeVisible()
  await inspect()
  await fillInLogin(page, account)
  await expect(page.getByText('注销已取消')).toBeVisible()
})

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('新密码').fill(NEXT)
  await page.getByLabel('确认密码').fill(NEXT)
  await page.getByRole('button', { name: '重置密码' }).click()
}
