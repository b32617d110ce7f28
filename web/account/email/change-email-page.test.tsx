import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { answerProfile } from '../../testing/account.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/samples.ts'
import { logIn } from '../../testing/site.ts'
import * as changeEmailPage from './change-email-page.tsx'
import { rememberedEmail, rememberEmail } from '../login/remembered-email.ts'

const { changeEmail, sendChangeEmailCode } = api.account

const PATH = '/account/change-email'
const OLD = sampleUser.email
const NEW = 'lin@new.example.com'
const CODE = '402917'
const moved = { user: { ...sampleUser, email: NEW } }

beforeEach(() => {
  logIn()
  answerProfile()
  answer(sendChangeEmailCode, { expiresIn: 600, resendIn: 60 })
})

async function open() {
  const page = await renderPage(changeEmailPage, PATH)
  const field = (label: string) => page.screen.getByLabelText(label, { exact: true })
  const button = (name: string | RegExp) => page.screen.getByRole('button', { name })
  async function change(to = NEW) {
    await field('新邮箱').fill(to)
    await field('验证码').fill(CODE)
    await button('修改邮箱').click()
  }
  return { ...page, field, button, change }
}

test("§3 e-mail change, §7 POST /clients/web/auth/send-change-email-code, §7 POST /clients/web/auth/change-email: a code mailed to the new address changes the account's e-mail", async () => {
  const codes = answer(sendChangeEmailCode, { expiresIn: 600, resendIn: 60 })
  const changes = answer(changeEmail, moved)
  rememberEmail(OLD)
  const { field, button, change, screen, address } = await open()
  await expect.element(screen.getByText(OLD)).toBeVisible()
  await field('新邮箱').fill(OLD.toUpperCase())
  await button('发送验证码').click()
  await expect.element(screen.getByText('新邮箱不能与当前邮箱相同')).toBeVisible()
  await field('新邮箱').fill(NEW)
  await button('发送验证码').click()
  await expect.element(button(/秒后重发/)).toBeDisabled()
  await expect.element(screen.getByText(/已发送到新邮箱/)).toBeVisible()
  await change()
  await expect.element(screen.getByText('邮箱已修改，以后请用新邮箱登录')).toBeVisible()
  await expect.poll(address).toBe('/account/home')
  expect(codes).toEqual([{ email: NEW }])
  expect(changes).toEqual([{ email: NEW, code: CODE }])
  expect(rememberedEmail()).toBe(NEW)
})

test('a refusal is shown above the button or beside its field, and the input is kept', async () => {
  refuse(changeEmail, 'CODE_WRONG')
  const { change, field, screen } = await open()
  await change()
  const wrongCode = '验证码不正确，请核对后重新输入'
  await expect.element(screen.getByRole('alert')).toHaveTextContent(wrongCode)
  await expect.element(field('新邮箱')).toHaveValue(NEW)
  refuse(changeEmail, 'EMAIL_TAKEN', { fields: { email: '该邮箱已被注册' } })
  await change()
  await expect.element(field('新邮箱')).toHaveAccessibleDescription('该邮箱已被注册')
})

test('§4 expired login: session that ends before submission: the form keeps its values except the code', async () => {
  refuse(changeEmail, 'UNAUTHENTICATED')
  const first = await open()
  await first.change()
  await expect.poll(() => first.address()).toBe('/account/login?redirect=%2Faccount%2Fchange-email')
  await first.screen.unmount()

  logIn()
  const second = await open()
  await expect.element(second.field('新邮箱')).toHaveValue(NEW)
  await expect.element(second.field('验证码')).toHaveValue('')
  await second.screen.unmount()

  const third = await open()
  await expect.element(third.field('新邮箱')).toHaveValue('')
})

test('where storage cannot be touched, an ended session leads to the login all the same', async () => {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  refuse(changeEmail, 'UNAUTHENTICATED')
  const { change, address } = await open()
  await change()
  await expect.poll(address).toBe('/account/login?redirect=%2Faccount%2Fchange-email')
})

test('another user who logs in next does not get the stored values', async () => {
  refuse(sendChangeEmailCode, 'UNAUTHENTICATED')
  const first = await open()
  await first.field('新邮箱').fill(NEW)
  await first.button('发送验证码').click()
  await expect.poll(() => first.address()).toMatch(/^\/account\/login/)
  await first.screen.unmount()

  // masked, the e-mails of the two are alike
  logIn('别人')
  const second = await open()
  await expect.element(second.field('新邮箱')).toHaveValue('')
  expect(JSON.stringify(sessionStorage)).not.toContain(NEW)
})
