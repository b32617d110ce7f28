import type { Page } from '@playwright/test'
import { fillInLogin } from '../fixtures/customer.ts'
import { startForeignApplication } from '../fixtures/foreign-application.ts'
import { expect, test } from '../fixtures/test.ts'

test(
  'a visitor logs in, agrees once, and is known to the application until the customer takes it back',
  { tag: '@phone' },
  async ({ page, account, baseURL, inspect }) => {
    test.slow()
    const name = `译站 ${Date.now()}`
    await using application = await startForeignApplication(baseURL!, name)
    const first = await application.begin()
    await page.goto(first.address)
    await expect(page).toHaveURL(/\/account\/login\?redirect=%2Faccount%2Fsign-on%2F/)
    await fillInLogin(page, account)
    await expect(page.getByRole('heading', { name: `允许“${name}”使用您的账户？` })).toBeVisible()
    await expect(page.getByText(new URL(application.url).host, { exact: true })).toBeVisible()
    await inspect()
    await pressByKeyboard(page, '同意并继续')
    await expect(page).toHaveURL(/\/back\?code=/)
    const tokens = await first.redeem(page.url())
    expect(tokens.scope).toBe('openid profile email credit')

    // the second time no page is shown
    const second = await application.begin()
    await page.goto(second.address)
    await expect(page).toHaveURL(/\/back\?code=/)
    expect((await second.redeem(page.url())).claims()?.sub).toBe(tokens.claims()?.sub)

    await page.goto('/account/edit#applications')
    const applications = page.getByRole('region', { name: '已授权的应用' })
    await applications.getByRole('button', { name: `撤销对 ${name} 的授权` }).click()
    const question = page.getByRole('dialog', { name: `撤销对“${name}”的授权？` })
    await question.getByRole('button', { name: '撤销授权' }).click()
    await expect(page.getByText(`对“${name}”的授权已撤销`)).toBeVisible()

    const third = await application.begin()
    await page.goto(third.address)
    await pressByKeyboard(page, '拒绝')
    await expect(page).toHaveURL(/\/back\?error=access_denied/)
  },
)

test('a log-out that an application asks for is one in the shop', async ({
  page,
  customer: _,
  baseURL,
  inspect,
}) => {
  await using application = await startForeignApplication(baseURL!, `译站 ${Date.now()}`)
  const { address, redeem } = await application.begin()
  await page.goto(address)
  await page.getByRole('button', { name: '同意并继续' }).click()
  await expect(page).toHaveURL(/\/back\?code=/)
  const { id_token: idToken } = await redeem(page.url())

  await page.goto(application.logOutAddress(idToken!))
  await inspect()
  await pressByKeyboard(page, '退出登录')
  await expect(page).toHaveURL(`${application.url}/bye`)
  await page.goto('/account/home')
  await expect(page).toHaveURL('/account/login?redirect=%2Faccount%2Fhome')
})

test('a customer whom an application asks for the password again is told so, and gives it; a step that has ended says so', async ({
  page,
  customer: _,
  account,
  baseURL,
  inspect,
  expectedProblems,
}) => {
  const name = `译站 ${Date.now()}`
  await using application = await startForeignApplication(baseURL!, name)
  // the shop knows the time of a step in whole seconds: another one than that of the login
  const loggedInBy = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(loggedInBy)
  const { address } = await application.begin({ prompt: 'login' })
  await page.goto(address)
  await expect(page.getByText(`“${name}”请您再输入一次密码，然后回到那里。`)).toBeVisible()
  await expect(page.getByRole('link', { name: '直接进入' })).toBeHidden()
  await inspect()
  await fillInLogin(page, account)
  await page.getByRole('button', { name: '同意并继续' }).click()
  await expect(page).toHaveURL(/\/back\?code=/)

  expectedProblems.push('400 GET /account/sign-on/ended')
  await page.goto('/account/sign-on/ended')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await inspect()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('consent is given and the log-out refused without JavaScript', async ({
    page,
    customer: _,
    baseURL,
  }) => {
    await using application = await startForeignApplication(baseURL!, `译站 ${Date.now()}`)
    const { address, redeem } = await application.begin()
    await page.goto(address)
    await page.getByRole('button', { name: '同意并继续' }).click()
    await expect(page).toHaveURL(/\/back\?code=/)
    const { id_token: idToken } = await redeem(page.url())
    await page.goto(application.logOutAddress(idToken!))
    await page.getByRole('button', { name: /^只退出/ }).click()
    await expect(page).toHaveURL(`${application.url}/bye`)
  })
})

/** Walks to the button by Tab and presses Enter. */
async function pressByKeyboard(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name })
  await expect(button).toBeVisible()
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    if (await button.evaluate((element) => element === document.activeElement)) break
  }
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
}
