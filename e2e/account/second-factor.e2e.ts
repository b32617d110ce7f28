import type { Page } from '@playwright/test'
import { untilLoaded } from '../fixtures/boot-page.ts'
import { changeDatabase } from '../fixtures/change-database.ts'
import { codeOf } from '../fixtures/console/colleague.ts'
import { addPasskeyDevice } from '../fixtures/passkey-device.ts'
import { fillInLogin } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'

const NEXT_PASSWORD = 'an-arc-between-two-shores'
const PASSWORD_STEP = '403 POST /clients/web/auth/login'

test(
  'an authenticator is set up, asked for at the login and before the account is closed; a recovery code stands in',
  { tag: '@phone' },
  async ({ page, customer, baseURL, expectedProblems, inspect }) => {
    test.slow()
    await page.goto('/account/edit')
    const card = page.getByRole('region', { name: '两步验证' })
    await expect(card.getByText('尚未开启')).toBeVisible()
    await card.getByRole('button', { name: '设置验证器' }).click()
    const dialog = page.getByRole('dialog', { name: '设置验证器' })
    await expect(dialog.getByRole('img', { name: '验证器密钥的二维码' })).toBeVisible()
    await inspect()
    const secret = await dialog.getByRole('button', { name: /^复制密钥/ }).innerText()
    await dialog.getByLabel('验证器里的 6 位数字').fill(await codeOf(secret))
    await dialog.getByRole('button', { name: '完成设置' }).click()
    const codes = await keepRecoveryCodes(page, inspect)
    await expect(card.getByText('还剩 10 个')).toBeVisible()
    await inspect()

    await logOut(page)
    await fillInLogin(page, customer)
    expectedProblems.push(PASSWORD_STEP)
    await expect(page.getByRole('heading', { name: '两步验证', level: 1 })).toBeVisible()
    await inspect()
    await page.getByLabel('验证器里的 6 位数字').fill(await codeOf(secret, -40))
    await page.getByRole('button', { name: '验证', exact: true }).click()
    expectedProblems.push('422 POST /clients/web/auth/login/second')
    await expect(page.getByText(/^验证码不正确/)).toBeVisible()
    // the code of the set-up serves once: the next one is good already
    await page.getByLabel('验证器里的 6 位数字').fill(await codeOf(secret, 1))
    await page.getByRole('button', { name: '验证', exact: true }).click()
    await expectHome(page)

    await logOut(page)
    await fillInLogin(page, customer)
    expectedProblems.push(PASSWORD_STEP)
    await page.getByRole('button', { name: '改用恢复码' }).click()
    await page.getByLabel('恢复码').fill(codes[0]!.toLowerCase())
    await inspect()
    await page.getByRole('button', { name: '验证', exact: true }).click()
    await expectHome(page)

    await ageProof(baseURL, customer.email)
    await page.goto('/account/edit')
    await expect(card.getByText('还剩 9 个')).toBeVisible()
    await page.getByRole('button', { name: '注销账户' }).click()
    const closing = page.getByRole('dialog', { name: '注销账户？' })
    await closing.getByLabel('密码', { exact: true }).fill(customer.password)
    await closing.getByRole('checkbox').check()
    await closing.getByRole('button', { name: '注销账户' }).click()
    expectedProblems.push('403 POST /clients/web/auth/close')
    const proof = page.getByRole('dialog', { name: '请完成两步验证' })
    await proof.getByRole('button', { name: '改用恢复码' }).click()
    await inspect()
    await proof.getByLabel('恢复码').fill(codes[1]!)
    await proof.getByRole('button', { name: '验证', exact: true }).click()
    await expect(page).toHaveURL(/\/account\/login$/)
    await expect(page.getByText(/注销，在此之前登录/)).toBeVisible()
  },
)

test('a passkey is added, ends a login, and is shown again for a new password and its removal; then the password alone logs in', async ({
  page,
  customer,
  baseURL,
  expectedProblems,
  inspect,
}) => {
  test.slow()
  await addPasskeyDevice(page)
  await page.goto('/account/edit')
  const card = page.getByRole('region', { name: '两步验证' })
  await card.getByRole('button', { name: '添加通行密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '添加通行密钥' })
  await dialog.getByLabel('名称').fill('家里的电脑')
  await inspect()
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await keepRecoveryCodes(page, inspect)
  await expect(card.getByText('家里的电脑')).toBeVisible()

  await logOut(page)
  await fillInLogin(page, customer)
  expectedProblems.push(PASSWORD_STEP)
  await inspect()
  await page.getByRole('button', { name: '用通行密钥验证' }).click()
  await expectHome(page)

  await ageProof(baseURL, customer.email)
  await page.goto('/account/change-password')
  await page.getByLabel('当前密码').fill(customer.password)
  await page.getByLabel('新密码').fill(NEXT_PASSWORD)
  await page.getByLabel('确认密码').fill(NEXT_PASSWORD)
  await page.getByRole('button', { name: '修改密码' }).click()
  expectedProblems.push('403 POST /clients/web/auth/password/change')
  const proof = page.getByRole('dialog', { name: '请完成两步验证' })
  await inspect()
  await proof.getByRole('button', { name: '用通行密钥验证' }).click()
  await expect(page.getByText('密码已修改，其他设备已退出登录')).toBeVisible()
  await expectHome(page)

  await ageProof(baseURL, customer.email)
  await page.goto('/account/edit')
  await card.getByRole('button', { name: '删除通行密钥 家里的电脑' }).click()
  const question = page.getByRole('dialog', { name: '删除通行密钥“家里的电脑”？' })
  await inspect()
  await question.getByRole('button', { name: '删除', exact: true }).click()
  expectedProblems.push('403 POST /clients/web/auth/second-factor/passkeys/remove')
  await expect(proof.getByRole('button', { name: '用通行密钥验证' })).toBeVisible()
  await inspect()
  await proof.getByRole('button', { name: '用通行密钥验证' }).click()
  await expect(card.getByText('尚未开启')).toBeVisible()

  await logOut(page)
  await fillInLogin(page, { ...customer, password: NEXT_PASSWORD })
  await expectHome(page)
})

async function keepRecoveryCodes(page: Page, inspect: () => Promise<void>): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: '保存恢复码' })
  const codes = dialog.getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await inspect()
  const texts = await codes.allInnerTexts()
  await dialog.getByLabel('我已保存').check()
  await dialog.getByRole('button', { name: '完成' }).click()
  return texts
}

/** The home is there with all its data, so that none of its calls comes after the end of the session. */
async function expectHome(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/account\/home$/)
  await expect(page.getByRole('heading', { name: '最近订单' })).toBeVisible()
  await untilLoaded(page)
  // the one part without a skeleton
  await expect(page.getByText('正在加载…')).toHaveCount(0)
}

/** Ends the session as a browser does whose cookies were cleared; the device stays known. */
async function logOut(page: Page): Promise<void> {
  for (const name of [/-sid$/, '_userInfo', '_csrf']) await page.context().clearCookies({ name })
  await page.goto('/account/login')
}

/** The proof of the second factor is six minutes old. */
async function ageProof(baseURL: string | undefined, email: string): Promise<void> {
  await changeDatabase(
    baseURL,
    `update sessions set second_factor_at = second_factor_at - interval '6 minutes'
     where user_id = (select id from users where email = '${email}')`,
  )
}
