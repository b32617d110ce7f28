import { expect, test } from 'vitest'
import { listAudit } from '#contract/console/audit.ts'
import { readSecurity } from '#contract/console/staff/security.ts'
import {
  beginPasskeySignIn,
  readConsoleSession,
  signInWithCode,
  signInWithPasskey,
  signInWithRecoveryCode,
  signOutOfConsole,
} from '#contract/console/staff/sign-in.ts'
import { answer, refuse } from '#web/testing/network.ts'
import {
  cancelDevice,
  fakeDevice,
  passkeyResponse,
  requestOptions,
} from '#web/testing/credentials.ts'
import { answerFrame, renderConsole, sampleOwner, signIn } from '../testing/render-console.tsx'

const DIGEST = 'XohImNooBHFR0OVvjcYpJ3NgPQ1qq73WKhHvch0VQtg='

test('a closed passkey dialog leaves a calm sentence; a passkey signs in and shows the page that was asked for', async () => {
  signIn(null)
  answerFrame()
  cancelDevice()
  answer(beginPasskeySignIn, { options: requestOptions })
  const received = answer(signInWithPasskey, { operator: sampleOwner })
  const { screen, address } = await renderConsole('/audit?outcome=done')
  const button = screen.getByRole('button', { name: '用通行密钥登录' })
  await button.click()
  await expect.element(screen.getByText(/验证未完成/)).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  fakeDevice()
  answer(readConsoleSession, { csrf: '', operator: sampleOwner, isElsewhere: false, isNew: false })
  await button.click()
  await expect.element(screen.getByRole('heading', { name: '操作记录', level: 1 })).toBeVisible()
  expect(received).toEqual([{ response: passkeyResponse }])
  expect(address()).toBe('/audit?outcome=done')
})

test('password and code sign in; the password leaves as its digest', async () => {
  signIn(null)
  answerFrame()
  const received = answer(signInWithCode, { operator: sampleOwner })
  const { screen } = await renderConsole('/')
  await screen.getByLabelText('邮箱').fill('Zhoumin@example.com ')
  await screen.getByLabelText('密码', { exact: true }).fill('password')
  await screen.getByLabelText('验证器里的 6 位数字').fill('123 456')
  await screen.getByRole('button', { name: '登录', exact: true }).click()
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent(/周敏/)
  expect(received).toEqual([{ email: 'zhoumin@example.com', password: DIGEST, code: '123456' }])
})

test('empty fields and a refusal are shown where they belong', async () => {
  signIn(null)
  refuse(signInWithCode, 'SIGN_IN_REFUSED', { fields: { code: '该验证码已使用，请等待下一个' } })
  const { screen } = await renderConsole('/')
  const submit = screen.getByRole('button', { name: '登录', exact: true })
  const code = screen.getByLabelText('验证器里的 6 位数字')
  await submit.click()
  await expect.element(screen.getByLabelText('邮箱')).toHaveAccessibleDescription('请输入邮箱')
  await expect.element(code).toHaveAccessibleDescription('请输入验证器里的 6 位数字')
  await screen.getByLabelText('邮箱').fill('a@example.com')
  await screen.getByLabelText('密码', { exact: true }).fill('password')
  await code.fill('123456')
  await submit.click()
  await expect.element(code).toHaveAccessibleDescription('该验证码已使用，请等待下一个')

  refuse(signInWithCode, 'SIGN_IN_REFUSED')
  await submit.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/登录信息不正确/)
})

test('a recovery code signs in without a password and leads to the security page', async () => {
  signIn(null)
  answerFrame()
  const received = answer(signInWithRecoveryCode, { operator: sampleOwner })
  answer(readSecurity, { passkeys: [], hasCode: false, recoveryCodesLeft: 9, sessions: [] })
  const { screen, address } = await renderConsole('/audit')
  await screen.getByRole('button', { name: '用恢复码' }).click()
  await screen.getByLabelText('邮箱').fill('zhoumin@example.com')
  await screen.getByLabelText('恢复码').fill('abcd-efgh-2345-wxyz')
  await screen.getByRole('button', { name: '登录', exact: true }).click()
  await expect.element(screen.getByText(/您用恢复码登录了，还剩 9 个/)).toBeVisible()
  expect(address()).toBe('/security?from=recovery')
  expect(received).toEqual([{ email: 'zhoumin@example.com', code: 'ABCDEFGH2345WXYZ' }])
})

test('a session that cannot be read can be tried again; another address and a console without operators are explained', async () => {
  refuse(readConsoleSession, 'DEPENDENCY_DOWN')
  const { screen } = await renderConsole('/')
  await expect.element(screen.getByText('服务暂时不可用，请稍后再试')).toBeVisible()
  answer(readConsoleSession, { csrf: 'c', operator: null, isElsewhere: true, isNew: true })
  await screen.getByRole('button', { name: '重试' }).click()
  await expect.element(screen.getByRole('heading', { name: '登录控制台' })).toBeVisible()
  await expect.element(screen.getByText('您的网络地址已变化，请重新登录。')).toBeVisible()
  await expect.element(screen.getByText(/还没有人可以登录/)).toBeVisible()
})

test('a session that has ended shows the sign-in page at the same address', async () => {
  signIn()
  answerFrame()
  refuse(listAudit, 'UNAUTHENTICATED')
  answer(readConsoleSession, { csrf: 'c', operator: null, isElsewhere: true, isNew: false })
  const { screen, address } = await renderConsole('/audit?outcome=done')
  await expect.element(screen.getByText('您的网络地址已变化，请重新登录。')).toBeVisible()
  expect(address()).toBe('/audit?outcome=done')
})

test('an unknown address has a page of its own within the frame, from which one may sign out', async () => {
  signIn()
  answerFrame()
  answer(signOutOfConsole, null)
  const { screen } = await renderConsole('/nowhere')
  await expect.element(screen.getByRole('heading', { name: '没有这一页' })).toBeVisible()
  await expect.element(screen.getByRole('navigation', { name: '控制台' })).toBeVisible()
  await screen.getByRole('button', { name: /周敏.*打开菜单/ }).click()
  await screen.getByRole('button', { name: '退出' }).click()
  await expect.element(screen.getByRole('heading', { name: '登录控制台' })).toBeVisible()
})
