import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { creditEntries } from '#contract/credit/ledger.ts'
import * as rechargePage from '../../recharge/checkout/recharge-page.tsx'
import { readSession } from '../../lib/session/session.ts'
import { answer, refuse } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/samples.ts'
import * as homePage from '../home/home-page.tsx'
import * as loginPage from './login-page.tsx'
import * as registerPage from '../register/register-page.tsx'

const { account, recharge } = api

test('§2 /account/login2: it logs in like /account/login, without the picture', async () => {
  answer(account.login, { user: sampleUser })
  const { screen, address } = await renderPage(loginPage, '/account/login2')
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('登录')
  await expect.element(screen.getByRole('main')).not.toBeInTheDocument()
  await screen.getByLabelText('邮箱', { exact: true }).fill(sampleUser.email)
  await screen.getByLabelText('密码', { exact: true }).fill('bridge of stars')
  await screen.getByRole('button', { name: '登录' }).click()
  await expect.poll(address).toBe('/account/home')
})

test('§2 /account/register2: it shows the registration form in the simple frame', async () => {
  const { screen } = await renderPage(registerPage, '/account/register2')
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('注册')
  await expect.element(screen.getByRole('button', { name: '发送验证码' })).toBeVisible()
  await expect.element(screen.getByRole('main')).not.toBeInTheDocument()
})

test('§2 /account/home2: it has no login check; a 401 shows a login link that leads back', async () => {
  for (const endpoint of [account.profile, account.sessions, recharge.orderList, creditEntries]) {
    refuse(endpoint, 'UNAUTHENTICATED')
  }
  answer(api.site.globalConfig, { type: 'download_url', items: [] })
  expect(readSession()).toBeNull()
  const { screen, address } = await renderPage(homePage, '/account/home2')
  await expect.element(screen.getByRole('heading', { name: '请先登录' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '登录' }))
    .toHaveAttribute('href', '/account/login?redirect=%2Faccount%2Fhome2')
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('账户中心')
  expect(address()).toBe('/account/home2')
})

test('§2 /account/recharge2: a 401 shows a login link instead of the card form', async () => {
  answer(recharge.comboList, samplePlans)
  refuse(account.profile, 'UNAUTHENTICATED')
  refuse(recharge.orderList, 'UNAUTHENTICATED')
  const { screen, address } = await renderPage(rechargePage, '/account/recharge2?plan=pro')
  await expect
    .element(screen.getByRole('link', { name: '登录' }))
    .toHaveAttribute('href', '/account/login?redirect=%2Faccount%2Frecharge2%3Fplan%3Dpro')
  await expect.element(screen.getByRole('radio').first()).not.toBeInTheDocument()
  expect(address()).toBe('/account/recharge2?plan=pro')
})

test('a choice on recharge2 stays on recharge2', async () => {
  answer(recharge.comboList, samplePlans)
  answer(account.profile, {
    user: sampleUser,
    credit: { balance: 0, held: 0, expiring: [] },
    lastLogin: null,
  })
  answer(recharge.orderList, { list: [], total: 0, page: 1, pageSize: 10 })
  const { screen, address } = await renderPage(rechargePage, '/account/recharge2?plan=pro')
  await screen.getByRole('radio', { name: /体验版/ }).click({ force: true })
  await expect.poll(address).toBe('/account/recharge2?plan=trial&num=1')
})
