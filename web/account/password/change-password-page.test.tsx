import { beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { passwordDigest } from '../../lib/password/digest.ts'
import { beginSecondFactorProof, proveSecondFactor } from '#contract/account/second-factor.ts'
import { answer, leaveUnanswered, refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/samples.ts'
import { logIn } from '../../testing/site.ts'
import * as changePasswordPage from './change-password-page.tsx'

const { changePassword, profile } = api.account
const OLD = 'the old bridge'
const NEW = 'bridge of stars'

beforeEach(() => {
  logIn()
  answer(profile, {
    user: sampleUser,
    credit: { balance: 0, held: 0, expiring: [] },
    lastLogin: null,
  })
})

async function open() {
  const page = await renderPage(changePasswordPage, '/account/change-password')
  const field = (label: string) => page.screen.getByLabelText(label, { exact: true })
  const button = page.screen.getByRole('button', { name: '修改密码' })
  async function change(next: string, again = next, current = OLD) {
    await field('当前密码').fill(current)
    await field('新密码').fill(next)
    await field('确认密码').fill(again)
    await button.click()
  }
  return { ...page, field, button, change }
}

test('§5 hashed at change, §5 newPassword, §3 password change, §7 POST /clients/web/auth/password/change: the current password is sent as a digest, the new one as typed', async () => {
  const sent = answer(changePassword, null)
  const { change, screen, address } = await open()
  await change(NEW)
  await expect.element(screen.getByText('密码已修改，其他设备已退出登录')).toBeVisible()
  await expect.poll(address).toBe('/account/home')
  expect(sent).toEqual([{ currentPassword: await passwordDigest(OLD), newPassword: NEW }])
})

test("reads in progress are aborted: their late 401 would delete the new session's cookies", async () => {
  const reads = leaveUnanswered(profile)
  const { change, address } = await open()
  reply(changePassword, async () => {
    // the reads are aborted right after the call is sent
    await Promise.resolve()
    expect(reads.at(-1)?.aborted).toBe(true)
    return Response.json({ statusCode: 200, message: 'ok', data: null })
  })
  await change(NEW)
  await expect.poll(address).toBe('/account/home')
})

test('where there is a second factor it is asked for, and the password is then changed', async () => {
  const refused = refuse(changePassword, 'SECOND_FACTOR_REQUIRED')
  answer(beginSecondFactorProof, { hasTotp: true, passkeyOptions: null })
  const { change, screen, address } = await open()
  await change(NEW)
  const dialog = screen.getByRole('dialog', { name: '请完成两步验证' })
  await expect.element(dialog).toBeVisible()
  const proofs = answer(proveSecondFactor, { provenUntil: '2026-11-20T02:05:00.000Z' })
  const sent = answer(changePassword, null)
  await dialog.getByLabelText('验证器里的 6 位数字').fill('123456')
  await dialog.getByRole('button', { name: '验证' }).click()
  await expect.element(screen.getByText('密码已修改，其他设备已退出登录')).toBeVisible()
  await expect.poll(address).toBe('/account/home')
  expect(proofs).toEqual([{ totp: '123456' }])
  expect(sent).toEqual(refused)
})

test('a cancelled proof changes nothing and keeps what was typed', async () => {
  const asked = refuse(changePassword, 'SECOND_FACTOR_REQUIRED')
  answer(beginSecondFactorProof, { hasTotp: true, passkeyOptions: null })
  const { change, field, screen, address } = await open()
  await change(NEW)
  const dialog = screen.getByRole('dialog', { name: '请完成两步验证' })
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(field('新密码')).toHaveValue(NEW)
  await expect.element(screen.getByText(/^密码已修改/)).not.toBeInTheDocument()
  expect(address()).toBe('/account/change-password')
  expect(asked).toHaveLength(1)
})

test('missing fields and passwords that will not do show their errors, and nothing is sent', async () => {
  const { button, change, field, screen } = await open()
  await expect.element(field('当前密码')).toHaveAttribute('autocomplete', 'current-password')
  await expect.element(field('新密码')).toHaveAttribute('autocomplete', 'new-password')
  await expect.poll(() => username()?.value).toBe(sampleUser.email)
  expect(username()?.checkVisibility()).toBe(false)
  await button.click()
  await expect.element(screen.getByText('请输入当前密码')).toBeVisible()
  await expect.element(screen.getByText('请输入密码')).toBeVisible()
  await expect.element(screen.getByText('请再输入一次新密码')).toBeVisible()
  await expect.element(field('当前密码')).toHaveFocus()
  for (const [next, again, sentence] of [
    [OLD, OLD, '新密码不能与当前密码相同'],
    [NEW, `${NEW}!`, '两次输入的密码不一致'],
    ['12341234', '12341234', '密码过于常见，请换一个更安全的密码'],
    ['linwan@example.com', 'linwan@example.com', '密码不能与邮箱相同'],
  ] as const) {
    await change(next, again)
    await expect.element(screen.getByText(sentence)).toBeVisible()
  }
})

test('a wrong current password shows an error beside its field', async () => {
  refuse(changePassword, 'PASSWORD_WRONG', { fields: { currentPassword: '当前密码不正确' } })
  const { change, field } = await open()
  await change(NEW)
  await expect.element(field('当前密码')).toHaveAccessibleDescription('当前密码不正确')
  await expect.element(field('当前密码')).toHaveFocus()
  await expect.element(field('新密码')).toHaveValue(NEW)
})

test('§4 expired login: a session that ends before submission redirects to the login and back; passwords are not stored', async () => {
  refuse(changePassword, 'UNAUTHENTICATED')
  const { change, screen, address } = await open()
  await change(NEW)
  await expect.element(screen.getByText('登录状态已过期，请重新登录')).toBeVisible()
  await expect.poll(address).toBe('/account/login?redirect=%2Faccount%2Fchange-password')
  expect(JSON.stringify([sessionStorage, localStorage])).not.toMatch(/bridge/)
})

function username(): HTMLInputElement | null {
  return document.querySelector('input[autocomplete=username]')
}
