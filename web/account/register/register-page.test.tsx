import { expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { passwordDigest } from '../../lib/password/digest.ts'
import { handOutChallenges, isSolved } from '../../testing/captcha.ts'
import { answer, refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/samples.ts'
import { testPageData } from '../../testing/site.ts'
import * as registerPage from './register-page.tsx'

const { register, registerCode } = api.account
const EMAIL = 'linwan@example.com'
const PASSWORD = 'bridge of stars'
const SENT = { expiresIn: 600, resendIn: 60 }

async function open(at = '/account/register', data = testPageData) {
  const page = await renderPage(registerPage, at, data)
  const field = (label: string) => page.screen.getByLabelText(label, { exact: true })
  const button = (name: string | RegExp) => page.screen.getByRole('button', { name })
  async function fillIn() {
    await field('邮箱').fill(EMAIL)
    await field('验证码').fill('402917')
    await field('密码').fill(PASSWORD)
    await page.screen.getByRole('checkbox').click()
  }
  return { ...page, field, button, fillIn }
}

test('§5 hashed at registration, §5 captcha: a visitor solves the captcha, gets a code, registers and is led to the login', async () => {
  const handedOut = handOutChallenges()
  const codes = answer(registerCode, SENT)
  const registered = answer(register, { user: sampleUser })
  const { field, button, screen, fillIn, router, address } = await open(
    '/account/register?redirect=%2Fplans',
  )
  await expect.element(screen.getByText('人机验证自动完成，无需操作')).toBeVisible()
  expect(handedOut.count, 'before the form has the focus').toBe(0)
  await field('邮箱').click()
  await expect.element(screen.getByText('已通过人机验证')).toBeVisible()
  expect(handedOut.count).toBe(1)
  await field('邮箱').fill(EMAIL)
  await button('发送验证码').click()
  await expect.element(button(/秒后重发/)).toBeDisabled()
  expect(codes).toHaveLength(1)
  expect(codes[0]?.email).toBe(EMAIL)
  expect(await isSolved(codes[0]?.captcha ?? '')).toBe(true)

  await fillIn()
  await button('注册').click()
  await expect.poll(address).toBe('/account/login?redirect=%2Fplans')
  expect(router.state.location.state).toEqual({ registered: EMAIL })
  expect(registered).toEqual([
    { email: EMAIL, code: '402917', password: await passwordDigest(PASSWORD) },
  ])
})

test('a captcha token that the server refuses is replaced once', async () => {
  const handedOut = handOutChallenges()
  const seen: string[] = []
  reply(registerCode, async (request) => {
    const { captcha }: { captcha: string } = await request.json()
    seen.push(captcha)
    return seen.length === 1
      ? Response.json(
          {
            statusCode: 422,
            code: 'CAPTCHA_FAILED',
            message: '人机验证未通过，请重试',
            data: null,
          },
          { status: 422 },
        )
      : Response.json({ statusCode: 200, message: 'ok', data: SENT })
  })
  const { field, button } = await open()
  await field('邮箱').fill(EMAIL)
  await button('发送验证码').click()
  await expect.element(button(/秒后重发/)).toBeDisabled()
  expect(handedOut.count).toBe(2)
  expect(seen[1]).not.toBe(seen[0])
})

test('an expired captcha token is replaced before sending', async () => {
  // A token counts as expired ten seconds before its end.
  handOutChallenges(10)
  const { field, screen, button } = await open()
  await field('邮箱').fill(EMAIL)
  await expect.element(screen.getByText('已通过人机验证')).toBeVisible()
  const fresh = handOutChallenges()
  answer(registerCode, SENT)
  await button('发送验证码').click()
  await expect.element(button(/秒后重发/)).toBeDisabled()
  expect(fresh.count).toBe(1)
})

test('a failed captcha can be retried', async () => {
  refuse(api.site.captchaChallenge, 'OVERLOADED')
  const { field, button, screen } = await open()
  await field('邮箱').fill(EMAIL)
  await button('发送验证码').click()
  await expect.element(screen.getByText('人机验证未完成')).toBeVisible()
  await expect.element(button('发送验证码')).toBeEnabled()
  handOutChallenges()
  await button('重试').click()
  await expect.element(screen.getByText('已通过人机验证')).toBeVisible()
})

test("an external provider's widget is shown and its token sent", async () => {
  const shown: { box: HTMLElement; sitekey: string; pass: (token: string) => void }[] = []
  vi.stubGlobal('turnstile', {
    render: (box: HTMLElement, given: { sitekey: string; callback: (token: string) => void }) => {
      shown.push({ box, sitekey: given.sitekey, pass: given.callback })
    },
  })
  const codes = answer(registerCode, SENT)
  const { site } = testPageData
  const { field, button, screen } = await open('/account/register', {
    ...testPageData,
    site: { ...site, captcha: { provider: 'turnstile', siteKey: 'key-1' } },
  })
  await field('邮箱').fill(EMAIL)
  await button('发送验证码').click()
  await expect.element(screen.getByText('请完成人机验证')).toBeVisible()
  await expect.poll(() => shown).toHaveLength(1)
  expect(shown[0]?.sitekey).toBe('key-1')
  expect(shown[0]?.box.isConnected).toBe(true)
  expect(codes).toEqual([])
  shown[0]?.pass('token-1')
  await expect.element(button(/秒后重发/)).toBeDisabled()
  expect(codes).toEqual([{ email: EMAIL, captcha: 'token-1' }])
})

test("the server's refusal is shown above the button, with a login link for an address that has an account", async () => {
  handOutChallenges()
  refuse(register, 'CODE_WRONG')
  const { fillIn, button, screen } = await open()
  await fillIn()
  await button('注册').click()
  const wrongCode = '验证码不正确，请核对后重新输入'
  await expect.element(screen.getByRole('alert')).toHaveTextContent(wrongCode)
  refuse(register, 'EMAIL_TAKEN', { fields: { email: '该邮箱已被注册' } })
  await button('注册').click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('该邮箱已被注册，直接登录或重置密码。')
  await expect
    .element(screen.getByRole('alert').getByRole('link', { name: '直接登录' }))
    .toHaveAttribute('href', '/account/login?email=linwan%40example.com')
  await screen.getByLabelText('邮箱').fill('linwan@new.example')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('the page promises the welcome that is set, in the unit of the site, and nothing where none is set', async () => {
  const site = { ...testPageData.site, creditUnit: '点', welcomeCredit: { amount: 1200, days: 7 } }
  const promised = await open('/account/register', { ...testPageData, site })
  await expect
    .element(
      promised.screen.getByText('注册即送 1,200 点，7 天内有效，每个邮箱限一次，每天数量有限。'),
    )
    .toBeVisible()
  await promised.screen.unmount()

  const { screen, button } = await open()
  await expect.element(button('注册')).toBeVisible()
  expect(screen.container.textContent).not.toContain('即送')
})
