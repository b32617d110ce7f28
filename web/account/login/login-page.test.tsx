import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { waitingSignOn } from '#contract/sign-on.ts'
import { handOutChallenges, isSolved } from '../../testing/captcha.ts'
import { answer, leaveUnanswered, refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/samples.ts'
import { logIn } from '../../testing/site.ts'
import * as loginPage from './login-page.tsx'

const { login } = api.account
const EMAIL = 'linwan@example.com'
const PASSWORD = 'bridge of stars'

async function open(at = '/account/login') {
  const page = await renderPage(loginPage, at)
  const field = (label: string) => page.screen.getByLabelText(label, { exact: true })
  const button = page.screen.getByRole('button', { name: '登录' })
  async function enter(email = EMAIL, password = PASSWORD) {
    await field('邮箱').fill(email)
    await field('密码').fill(password)
    await button.click()
  }
  return { ...page, field, button, enter }
}

test('missing fields show errors; a wrong password shows one above the button, and its field is emptied and focused', async () => {
  const sent = refuse(login, 'BAD_CREDENTIALS')
  const { button, enter, field, screen } = await open()
  await button.click()
  await expect.element(screen.getByText('请输入邮箱')).toBeVisible()
  await expect.element(screen.getByText('请输入密码')).toBeVisible()
  await expect.element(field('邮箱')).toHaveFocus()
  expect(sent).toEqual([])
  await enter()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('邮箱或密码不正确')
  await expect.element(field('密码')).toHaveValue('')
  await expect.element(field('密码')).toHaveFocus()
  await expect.element(field('邮箱')).toHaveValue(EMAIL)
})

test('a throttled account sees the waiting time; it may log in after it, another e-mail at once', async () => {
  refuse(login, 'RATE_LIMITED', { retryAfter: 252 })
  const { enter, field, button, screen } = await open()
  await enter()
  await expect.element(screen.getByRole('alert').getByText(/^4 分 1\d 秒$/)).toBeVisible()
  await expect.element(button).toBeDisabled()
  await field('邮箱').fill('other@example.com')
  await expect.element(button).toBeEnabled()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()

  refuse(login, 'RATE_LIMITED', { retryAfter: 1 })
  await enter('other@example.com')
  await expect.element(button).toBeDisabled()
  await expect.element(button).toBeEnabled()
})

test('a captcha is solved and sent once the server requires it', async () => {
  const handedOut = handOutChallenges()
  const sent: { captcha?: string }[] = []
  reply(login, async (request) => {
    const input: { captcha?: string } = await request.json()
    sent.push(input)
    const [status, code, message] =
      input.captcha === undefined
        ? [422, 'CAPTCHA_REQUIRED', '请先完成人机验证']
        : [400, 'BAD_CREDENTIALS', '邮箱或密码不正确']
    return Response.json({ statusCode: status, code, message, data: null }, { status })
  })
  const { enter, screen } = await open()
  expect(handedOut.count).toBe(0)
  await enter()
  await expect.element(screen.getByText('已通过人机验证')).toBeVisible()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('邮箱或密码不正确')
  expect(sent).toHaveLength(2)
  expect(await isSolved(sent[1]?.captcha ?? '')).toBe(true)

  await enter()
  await expect.poll(() => sent).toHaveLength(3)
  expect(sent[2]?.captcha, 'a solution serves once').not.toBe(sent[1]?.captcha)
  expect(handedOut.count).toBe(2)
})

test('the e-mail is remembered on this device unless the user opts out', async () => {
  answer(login, { user: sampleUser })
  const first = await open()
  await first.enter()
  await expect.poll(() => first.address()).toBe('/account/home')
  await first.screen.unmount()

  const second = await open()
  await expect.element(second.field('邮箱')).toHaveValue(EMAIL)
  await second.screen.getByLabelText('在这台设备上记住邮箱').click()
  await second.enter()
  await expect.poll(() => second.address()).toBe('/account/home')
  await second.screen.unmount()

  const third = await open()
  await expect.element(third.field('邮箱')).toHaveValue('')
  await expect.element(third.screen.getByLabelText('在这台设备上记住邮箱')).not.toBeChecked()
})

test('the e-mail of the address or of a new registration is filled in, and the registration link keeps the redirect', async () => {
  const { screen, field } = await open(
    '/account/login?email=ann%40example.com&redirect=%2Faccount%2Forders',
  )
  await expect.element(field('邮箱')).toHaveValue('ann@example.com')
  await expect
    .element(screen.getByRole('link', { name: '用邮箱注册' }))
    .toHaveAttribute('href', '/account/register?redirect=%2Faccount%2Forders')
  await screen.unmount()

  const other = await open()
  await other.router.navigate('/account/login', { state: { registered: EMAIL } })
  const notice = other.screen.getByRole('status').filter({ hasText: '注册成功' })
  await expect.element(notice).toBeVisible()
  await expect.element(other.field('邮箱')).toHaveValue(EMAIL)
})

test('a logged-in user sees a link to the target page', async () => {
  logIn()
  const { screen } = await open('/account/login?redirect=%2Faccount%2Forders')
  await expect.element(screen.getByText(/您已登录为 林晚/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '直接进入' }))
    .toHaveAttribute('href', '/account/orders')
})

const STEP = `/account/sign-on/${'a'.repeat(43)}`
const atStep = `/account/login?redirect=${encodeURIComponent(STEP)}`

test('a sign-on that has ended leaves the login as it is', async () => {
  refuse(waitingSignOn, 'NOT_FOUND')
  const { screen, field } = await open(atStep)
  await expect.element(field('邮箱')).toBeVisible()
  await expect.element(screen.getByText('登录后返回')).not.toBeInTheDocument()
  expect(screen.container.querySelector('[data-kind="bad"]')).toBe(null)
})

test('the fields serve password managers; the password can be shown, and submitting hides it and makes the button busy', async () => {
  leaveUnanswered(login)
  const { field, button, screen } = await open()
  await expect.element(field('邮箱')).toHaveAttribute('autocomplete', 'username')
  await expect.element(field('密码')).toHaveAttribute('autocomplete', 'current-password')
  await field('邮箱').fill(EMAIL)
  await field('密码').fill(PASSWORD)
  await screen.getByRole('button', { name: '显示明文' }).click()
  await expect.element(field('密码')).toHaveAttribute('type', 'text')
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await expect.element(field('密码')).toHaveAttribute('type', 'password')
})
