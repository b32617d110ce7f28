import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import * as secondFactor from '#contract/account/second-factor.ts'
import {
  cancelDevice,
  fakeDevice,
  passkeyResponse,
  requestOptions,
} from '../../testing/credentials.ts'
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

test('a wrong code of the authenticator is shown beside its field; a right one ends the login and leads to the page that required it', async () => {
  answer(secondFactor.beginSecondLogin, { hasTotp: true, passkeyOptions: null })
  refuse(secondFactor.finishSecondLogin, 'CODE_WRONG', { fields: { totp: '验证码不对' } })
  const { screen, address } = await openStep('/account/login?redirect=%2Faccount%2Forders')
  await screen.getByLabelText('验证器里的 6 位数字').fill('654321')
  await screen.getByRole('button', { name: '验证' }).click()
  await expect.element(screen.getByText('验证码不对')).toBeVisible()
  const sent = answer(secondFactor.finishSecondLogin, { user: sampleUser, staysOpen: true })
  await screen.getByLabelText('验证器里的 6 位数字').fill('１２３ 456')
  await screen.getByRole('button', { name: '验证' }).click()
  await expect.poll(address).toBe('/account/orders')
  expect(sent).toEqual([{ totp: '123456' }])
})

test('a passkey is offered first; after a cancelled dialog the recovery code serves', async () => {
  answer(secondFactor.beginSecondLogin, { hasTotp: true, passkeyOptions: requestOptions })
  const sent = answer(secondFactor.finishSecondLogin, { user: sampleUser })
  cancelDevice()
  const { screen, address } = await openStep()
  await screen.getByRole('button', { name: '用通行密钥验证' }).click()
  await expect.element(screen.getByRole('status').getByText(/^没有完成/)).toBeVisible()
  await screen.getByRole('button', { name: '改用恢复码' }).click()
  await screen.getByLabelText('恢复码').fill('abcd-efgh-ijkl-mnop')
  await screen.getByRole('button', { name: '验证' }).click()
  await expect.poll(address).toBe('/account/home')
  expect(sent).toEqual([{ recoveryCode: 'ABCDEFGHIJKLMNOP' }])
})

test('a passkey ends the login', async () => {
  answer(secondFactor.beginSecondLogin, { hasTotp: false, passkeyOptions: requestOptions })
  const sent = answer(secondFactor.finishSecondLogin, { user: sampleUser })
  fakeDevice()
  const { screen, address } = await openStep()
  await screen.getByRole('button', { name: '用通行密钥验证' }).click()
  await expect.poll(address).toBe('/account/home')
  expect(sent).toEqual([{ passkey: passkeyResponse }])
})

test('five minutes after the password the page asks for it again, says why and keeps the e-mail', async () => {
  answer(secondFactor.beginSecondLogin, { hasTotp: true, passkeyOptions: null })
  refuse(secondFactor.finishSecondLogin, 'LOGIN_STEP_EXPIRED')
  const { screen } = await openStep()
  await screen.getByLabelText('验证器里的 6 位数字').fill('123456')
  await screen.getByRole('button', { name: '验证' }).click()
  await expect.element(screen.getByText(/^等得太久了/)).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('登录')
  await expect.element(screen.getByLabelText('邮箱', { exact: true })).toHaveValue(EMAIL)
  await expect.element(screen.getByLabelText('密码', { exact: true })).toHaveValue('')
})
