import { beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { answerProfile } from '../../testing/account.ts'
import { leaveUnanswered, refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/samples.ts'
import { logIn } from '../../testing/site.ts'
import * as changePasswordPage from './change-password-page.tsx'

const { changePassword, profile } = api.account
const OLD = 'the old bridge'
const NEW = 'bridge of stars'

beforeEach(() => {
  logIn()
  answerProfile()
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
