import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { answer } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/samples.ts'
import type { LoginState } from './login-state.ts'
import * as loginPage from './login-page.tsx'

async function arrive(state: LoginState) {
  const page = await renderPage(loginPage, '/account/login')
  await page.router.navigate('/account/login', { state, replace: true })
  return page
}

test('after a password reset the page asks for the new one; after closing an account it says when it ends and how to keep it', async () => {
  const { screen, router } = await arrive({ hasNewPassword: true })
  await expect.element(screen.getByRole('status').getByText(/^密码已重置/)).toBeVisible()
  const state = { closesAt: '2026-11-27T16:05:00.000Z' } satisfies LoginState
  await router.navigate('/account/login', { state, replace: true })
  await expect
    .element(screen.getByRole('status').getByText(/2026-11-28 00:05.*登录一次，账户就会保留/))
    .toBeVisible()
})

test('a login that keeps a closing account shows a toast', async () => {
  answer(api.account.login, { user: sampleUser, staysOpen: true })
  const { screen } = await arrive({})
  await screen.getByLabelText('邮箱', { exact: true }).fill(sampleUser.email)
  await screen.getByLabelText('密码', { exact: true }).fill('bridge of stars')
  await screen.getByRole('button', { name: '登录' }).click()
  await expect.element(screen.getByText('欢迎回来，账户会保留，不再注销')).toBeVisible()
})
