import { beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { passwordDigest } from '../../lib/password/digest.ts'
import { answer, refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { minutesFromNow, sampleUser } from '../../testing/samples.ts'
import { logIn } from '../../testing/site.ts'
import { DevicesCard } from './devices-card.tsx'
import type { Device } from './use-devices.ts'

const { login, revokeSession, sessions } = api.account
const PASSWORD = 'bridge of stars'

const here = deviceOf('Chrome · Windows', 0)
const phone = deviceOf('Safari · iPhone', 1)
const tablet = deviceOf('Safari · iPad', 2)

beforeEach(() => {
  logIn()
  answer(sessions, { list: [{ ...here, current: true }, phone, tablet] })
})

async function open() {
  const Page = () => <DevicesCard email={sampleUser.email} />
  const { screen } = await renderPage({ default: Page }, '/account/edit')
  const button = (name: string | RegExp) => screen.getByRole('button', { name })
  await expect.element(button(/^退出 Safari · iPhone/)).toBeVisible()
  return { screen, button }
}

/** Each call is refused by the code until `pass`; the ids that were sent. */
function refuseUntilConfirmed(code: ErrorCode) {
  const sent: unknown[] = []
  let isConfirmed = false
  reply(revokeSession, async (request) => {
    sent.push(await request.json())
    return isConfirmed
      ? Response.json({ statusCode: 200, message: 'ok', data: null })
      : Response.json({ statusCode: 403, code, message: '请先确认', data: null }, { status: 403 })
  })
  return { sent, pass: () => (isConfirmed = true) }
}

test('after an old login the password is asked for once, then all other devices are logged out', async () => {
  const { screen, button } = await open()
  const { sent, pass } = refuseUntilConfirmed('REAUTH')
  refuse(login, 'BAD_CREDENTIALS')
  await button('退出其他所有设备').click()
  await screen.getByRole('button', { name: '全部退出' }).click()
  const dialog = screen.getByRole('dialog', { name: '请确认是您本人' })
  await dialog.getByLabelText('密码', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: '确认' }).click()
  await expect.element(dialog.getByText('密码不正确')).toBeVisible()
  expect(sent).toEqual([{ id: phone.id }])

  const logins = answer(login, { user: sampleUser })
  pass()
  answer(sessions, { list: [{ ...here, current: true }] })
  await dialog.getByLabelText('密码', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: '确认' }).click()
  await expect.element(screen.getByText('其他设备已退出')).toBeVisible()
  await expect.element(screen.getByText(/^目前只有本设备。/)).toBeVisible()
  expect(logins).toEqual([{ email: sampleUser.email, password: await passwordDigest(PASSWORD) }])
  expect(sent).toEqual([phone, phone, tablet].map(({ id }) => ({ id })))
})

test('a cancelled confirmation logs nothing out, and says nothing of success', async () => {
  const { screen, button } = await open()
  const { sent } = refuseUntilConfirmed('REAUTH')
  const dialog = screen.getByRole('dialog', { name: '请确认是您本人' })
  await button(/^退出 Safari · iPhone/).click()
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect.element(button(/^退出 Safari · iPhone/)).not.toHaveAttribute('aria-busy')
  await button('退出其他所有设备').click()
  await screen.getByRole('button', { name: '全部退出' }).click()
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button(/^退出 Safari · iPad/)).toBeVisible()
  await expect.element(screen.getByText(/已退出/)).not.toBeInTheDocument()
  expect(sent).toEqual([{ id: phone.id }, { id: phone.id }])
})

test('before the profile has loaded no device can be logged out', async () => {
  const Page = () => <DevicesCard email={undefined} />
  const { screen } = await renderPage({ default: Page }, '/account/edit')
  await expect.element(screen.getByRole('button', { name: /^退出 Safari · iPhone/ })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: '退出其他所有设备' })).toBeDisabled()
})

/** The list is ordered by the last use, so each device has one of its own. */
function deviceOf(device: string, usedMinutesAgo: number): Device {
  return {
    id: device,
    device,
    ip: '203.0.113.7',
    createdAt: minutesFromNow(-60 * 72),
    lastSeenAt: minutesFromNow(-usedMinutesAgo),
    current: false,
  }
}
