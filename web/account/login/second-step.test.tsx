import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import * as secondFactor from '#contract/account/second-factor.ts'
import { cancelDevice, requestOptions } from '../../testing/credentials.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/samples.ts'
import * as loginPage from './login-page.tsx'

const EMAIL = 'linwan@example.com'

async function openStep(at = '/account/login') {
  refuse(api.account.login, 'SECOND_FACTOR')
  const page = await renderPage(loginPage, at)
  const { screen } = page
  await screen.getByLabelText('邮箱', { exact: true }).fill(EMAIL)
  await screen.getByLabelText('密码', { exact: true }).fill('bridge of stars')
  await screen.getByRole('button', { name: '登录' }).click()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('两步验证')
  return page
}

test('a passkey is offered first; after a cancelled dialog the recovery code serves', async () => {
  answer(secondFactor.beginSecondLogin, { hasTotp: true, passkeyOptions: requestOptions })
  const sent = answer(secondFactor.finishSecondLogin, { user: sampleUser })
  cancelDevice()
  const { screen, address } = await openStep()
  await screen.getByRole('button', { name: '用通行密钥验证' }).click()
  await expect.element(screen.getByRole('status').getByText(/^验证未完成/)).toBeVisible()
  await screen.getByRole('button', { name: '改用恢复码' }).click()
  await screen.getByLabelText('恢复码').fill('abcd-efgh-ijkl-mnop')
  await screen.getByRole('button', { name: '验证' }).click()
  await expect.poll(address).toBe('/account/home')
  expect(sent).toEqual([{ recoveryCode: 'ABCDEFGHIJKLMNOP' }])
})

test('five minutes after the password the page asks for it again, says why and keeps the e-mail', async () => {
  answer(secondFactor.beginSecondLogin, { hasTotp: true, passkeyOptions: null })
  refuse(secondFactor.finishSecondLogin, 'LOGIN_STEP_EXPIRED')
  const { screen } = await openStep()
  await screen.getByLabelText('验证器里的 6 位数字').fill('123456')
  await screen.getByRole('button', { name: '验证' }).click()
  await expect.element(screen.getByText(/^验证已超时/)).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('登录')
  await expect.element(screen.getByLabelText('邮箱', { exact: true })).toHaveValue(EMAIL)
  await expect.element(screen.getByLabelText('密码', { exact: true })).toHaveValue('')
})
