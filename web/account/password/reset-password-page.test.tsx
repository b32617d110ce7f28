import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { refuseLogin } from '#contract/account/login-notice.ts'
import { handOutChallenges, isSolved } from '../../testing/captcha.ts'
import { answer, leaveUnanswered, refuse } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { rememberEmail } from '../login/remembered-email.ts'
import type { ResetState } from './reset-state.ts'
import * as resetPage from './reset-password-page.tsx'

const { resetPassword, resetPasswordLink, undoEmailChange } = api.account
const PATH = '/account/reset-password'
const EMAIL = 'linwan@example.com'
const PASSWORD = 'bridge of stars'
const TOKEN = 'a'.repeat(43)

/** Opens the page with the history state that `before-paint.ts` writes. */
async function open(arrival?: ResetState) {
  const page = await renderPage(resetPage, PATH)
  if (arrival) await page.router.navigate(PATH, { state: arrival, replace: true })
  const field = (label: string) => page.screen.getByLabelText(label, { exact: true })
  const button = (name: string | RegExp) => page.screen.getByRole('button', { name })
  async function choose(password: string, again = password) {
    await field('新密码').fill(password)
    await field('确认密码').fill(again)
    await button('重置密码').click()
  }
  return { ...page, field, button, choose }
}

const openLink = () => open({ link: { kind: 'token', token: TOKEN } })
const openUndo = () => open({ link: { kind: 'undo', token: TOKEN } })

test('§2 /account/reset-password, §3 reset link, §7 POST /clients/web/auth/reset-password/link: a link is requested with a captcha, and again after a minute', async () => {
  handOutChallenges()
  const sent = answer(resetPasswordLink, { expiresIn: 1800 })
  const { field, button, screen } = await open()
  await field('邮箱').fill(` ${EMAIL.toUpperCase()} `)
  await button('发送重置邮件').click()
  await expect
    .element(screen.getByRole('status').filter({ hasText: `如果 ${EMAIL} 已注册账户` }))
    .toBeVisible()
  await expect.element(button(/^\d\d 秒后可重发$/)).toBeDisabled()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.email).toBe(EMAIL)
  expect(await isSolved(sent[0]?.captcha ?? '')).toBe(true)

  await field('邮箱').fill('other@example.com')
  await expect.element(button('发送重置邮件')).toBeEnabled()
  await expect.element(screen.getByText(/已注册账户/)).not.toBeInTheDocument()
})

test('the e-mail of the last login is filled in; too many requests show the waiting time', async () => {
  handOutChallenges()
  refuse(resetPasswordLink, 'RATE_LIMITED', { retryAfter: 125 })
  rememberEmail(EMAIL)
  const { field, button, screen } = await open()
  await expect.element(field('邮箱')).toHaveValue(EMAIL)
  await field('邮箱').fill('linwan@example')
  await button('发送重置邮件').click()
  await expect.element(screen.getByText('请输入正确的邮箱地址')).toBeVisible()
  await field('邮箱').fill(EMAIL)
  await button('发送重置邮件').click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('操作过于频繁，请稍后再试')
  await expect.element(button(/^2 分 0\d 秒后可重发$/)).toBeDisabled()
})

test('passwords that will not do are refused, by the page or by the server, and submitting makes the button busy', async () => {
  const { choose, field, button, screen } = await openLink()
  await expect.element(field('新密码')).toHaveAttribute('autocomplete', 'new-password')
  await expect.element(field('确认密码')).toHaveAttribute('autocomplete', 'new-password')
  for (const [password, again, sentence] of [
    ['12341234', '12341234', '密码过于常见，请换一个更安全的密码'],
    ['short', 'short', '密码最少 8 个字符'],
    [PASSWORD, 'bridge of star', '两次输入的密码不一致'],
    [PASSWORD, '', '请再输入一次新密码'],
  ] as const) {
    await choose(password, again)
    await expect.element(screen.getByText(sentence)).toBeVisible()
  }
  // a common password that only the server knows
  const message = '密码过于常见，请换一个更安全的密码'
  refuse(resetPassword, 'PASSWORD_WEAK', { fields: { password: message } })
  await choose(PASSWORD)
  await expect
    .element(field('新密码'))
    .toHaveAccessibleDescription(expect.stringContaining(message))
  leaveUnanswered(resetPassword)
  await choose(PASSWORD)
  await expect.element(button('重置密码')).toHaveAttribute('aria-busy', 'true')
})

test('a used, expired or incomplete link shows a notice and the form for a new one, and its token is dropped', async () => {
  for (const [code, fields] of [
    ['TOKEN_EXPIRED', {}],
    ['VALIDATION', { token: '链接不完整' }],
  ] as const) {
    refuse(resetPassword, code, { fields })
    const { choose, screen, field, button, router } = await openLink()
    await choose(PASSWORD)
    await expect.element(screen.getByRole('alert').getByText(/链接已失效/)).toBeVisible()
    await expect.element(field('邮箱')).toBeVisible()
    await expect.element(button('发送重置邮件')).toBeVisible()
    expect(router.state.location.state).toEqual({ hasExpiredLink: true })
    await screen.unmount()
  }
})

test('an undo that failed can be retried; one that is refused for good shows the reason and the remaining options', async () => {
  for (const [code, fields, sentence, undoFailure] of [
    ['TOKEN_EXPIRED', {}, /已超过 72 小时/, 'expired'],
    ['VALIDATION', { token: '链接不完整' }, /已超过 72 小时/, 'expired'],
    ['EMAIL_TAKEN', {}, /已注册另一个账户/, 'taken'],
  ] as const) {
    refuse(undoEmailChange, 'RATE_LIMITED')
    const { screen, button, router } = await openUndo()
    await button('恢复原邮箱').click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    refuse(undoEmailChange, code, { fields })
    await button('恢复原邮箱').click()
    await expect.element(screen.getByRole('alert').getByText(sentence)).toBeVisible()
    await expect.element(button('恢复原邮箱')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('link', { name: '重置密码' })).toBeVisible()
    expect(router.state.location.state).toEqual({ undoFailure })
    await screen.unmount()
  }
})

test('a link about a new device that has ended says so and leads to the reset; a failed one can be tried again', async () => {
  refuse(refuseLogin, 'RATE_LIMITED')
  const { screen, button } = await open({ link: { kind: 'not-me', token: TOKEN } })
  await button('退出所有设备并重置密码').click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('操作过于频繁，请稍后再试')
  refuse(refuseLogin, 'TOKEN_EXPIRED')
  await button('退出所有设备并重置密码').click()
  await expect.element(screen.getByRole('alert').getByText(/已超过 7\s天/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '重置密码' })).toBeVisible()
})

test('what ends every session by a mailed link tells the other windows at once', async () => {
  const told = () => localStorage.getItem('session-changed')
  answer(resetPassword, null)
  answer(undoEmailChange, { email: 'lin@example.com' })
  answer(refuseLogin, { mailedTo: 'lin@example.com' })
  localStorage.removeItem('session-changed')
  const reset = await openLink()
  await reset.choose(PASSWORD)
  await expect.poll(told).not.toBeNull()
  await reset.screen.unmount()

  localStorage.removeItem('session-changed')
  const undo = await openUndo()
  await undo.button('恢复原邮箱').click()
  await expect.poll(told).not.toBeNull()
  await undo.screen.unmount()

  localStorage.removeItem('session-changed')
  const { button } = await open({ link: { kind: 'not-me', token: TOKEN } })
  await button('退出所有设备并重置密码').click()
  await expect.poll(told).not.toBeNull()
})
