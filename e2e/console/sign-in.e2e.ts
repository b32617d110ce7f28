import {
  codeOf,
  consoleUrl,
  inviteColleague,
  keepRecoveryCodes,
  signInAs,
  signOut,
} from '../fixtures/console/colleague.ts'
import { addPasskeyDevice } from '../fixtures/passkey-device.ts'
import { expect, test } from '../fixtures/test.ts'

const PASSWORD = 'a password of the staff'

test(
  'console: a colleague accepts the invitation with a passkey, signs out and in again',
  { tag: '@main:desktop' },
  async ({ page, baseURL, inspect, context }) => {
    const { link } = await inviteColleague(baseURL, 'owner')
    await addPasskeyDevice(page)
    await page.goto(link)
    expect(page.url()).not.toContain(new URL(link).hash)
    await expect(page.getByLabel('姓名')).toHaveValue('周敏')
    await inspect()
    await page.getByRole('button', { name: '创建通行密钥' }).click()
    await expect(page.getByRole('list', { name: '恢复码' })).toBeVisible()
    await inspect()
    await keepRecoveryCodes(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('周敏')
    await inspect()
    const cookies = await context.cookies(consoleUrl(baseURL))
    expect(cookies.find(({ name }) => name.endsWith('-Host-op'))).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
    })
    await page.goto(`${consoleUrl(baseURL)}/audit`)
    await signOut(page)
    await inspect()
    await page.getByRole('button', { name: '用通行密钥登录' }).click()
    // back where the sign-out was
    await expect(page.getByRole('heading', { level: 1, name: '操作记录' })).toBeVisible()
    await expect(page.getByRole('row', { name: /登录控制台/ }).first()).toBeVisible()
  },
)

test('console: every list, settings and an unknown address can be read', async ({
  page,
  baseURL,
  inspect,
}) => {
  await signInAs(page, baseURL, 'owner')
  const lists = [
    'orders',
    'users',
    'events',
    'mails',
    'credit',
    'credit/ledger',
    'sources',
    'audit',
  ]
  const others = ['', 'actions', 'staff', 'security', 'settings', 'settings?view=all', 'nowhere']
  for (const path of [...lists, ...others]) {
    await page.goto(`${consoleUrl(baseURL)}/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await inspect()
  }
})

test.describe('refusals', () => {
  test.use({
    expectedProblems: [
      '422 POST /api/console/sign-in/code',
      '422 POST /api/console/sign-in/recovery',
      '410 POST /api/console/invitation',
    ],
  })

  test('console: password and authenticator, their refusals, then a recovery code', async ({
    page,
    baseURL,
    inspect,
  }) => {
    const { email, link } = await inviteColleague(baseURL, 'support', '李雷')
    await page.goto(link)
    await page.getByText('密码和验证器').click()
    await page.getByRole('button', { name: '下一步' }).click()
    const secret = await page.getByRole('button', { name: /^复制密钥/ }).innerText()
    await expect(page.getByRole('img', { name: /二维码/ })).toBeVisible()
    await inspect()
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.getByLabel('验证器里的 6 位数字').fill(await codeOf(secret))
    await page.getByRole('button', { name: '完成' }).click()
    const [recovery = ''] = await keepRecoveryCodes(page)
    await signOut(page)

    const fill = async (code: string, password = PASSWORD) => {
      await page.getByLabel('邮箱').fill(email)
      await page.getByLabel('密码', { exact: true }).fill(password)
      await page.getByLabel('验证器里的 6 位数字').fill(code)
      await page.getByRole('button', { name: '登录', exact: true }).click()
    }
    await fill(await codeOf(secret, 1), 'another password')
    await expect(page.getByText('邮箱、密码或验证码不正确')).toBeVisible()
    await inspect()
    await fill(await codeOf(secret, 1))
    await expect(page.getByRole('button', { name: /打开菜单/ })).toBeVisible()
    await signOut(page)

    await page.getByRole('button', { name: '用恢复码' }).click()
    await inspect()
    const recover = async (code: string) => {
      await page.getByLabel('邮箱').fill(email)
      await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
      await page.getByLabel('恢复码', { exact: true }).fill(code)
      await page.getByRole('button', { name: '登录', exact: true }).click()
    }
    await recover('AAAA-AAAA-AAAA-AAAA')
    await expect(page.getByText('邮箱、密码或恢复码不正确')).toBeVisible()
    await recover(recovery.toLowerCase())
    await expect(page.getByRole('heading', { level: 1, name: '安全' })).toBeVisible()
    await expect(page.getByText('还剩 9 个', { exact: true })).toBeVisible()
    await inspect()

    await page.goto(link)
    await expect(page.getByRole('heading', { name: '这个邀请不能用了' })).toBeVisible()
  })
})
