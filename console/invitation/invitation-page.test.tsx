import { expect, test } from 'vitest'
import {
  acceptWithCode,
  acceptWithPasskey,
  beginInvitedCode,
  beginInvitedPasskey,
  readInvitation,
} from '#contract/console/staff/invitation.ts'
import { answer, refuse } from '#web/testing/network.ts'
import {
  cancelDevice,
  creationOptions,
  fakeDevice,
  passkeyResponse,
} from '#web/testing/credentials.ts'
import { answerFrame, renderConsole, sampleOwner, signIn } from '../testing/render-console.tsx'

const token = 'a'.repeat(43)
const invitation = {
  email: 'new@example.com',
  name: '何悦',
  role: 'support',
  expiresAt: '2026-11-25T00:00:00.000Z',
} as const
const accepted = { operator: sampleOwner, recoveryCodes: ['ABCDEFGHIJKLMNOP', 'QRSTUVWXYZ234567'] }

const rightOf = (element: Element) => element.getBoundingClientRect().right

test('a passkey accepts the invitation; recovery codes are shown until they are kept', async () => {
  signIn(null)
  answerFrame()
  fakeDevice()
  answer(readInvitation, invitation)
  const begun = answer(beginInvitedPasskey, { options: creationOptions })
  const received = answer(acceptWithPasskey, accepted)
  const { screen, address } = await renderConsole(`/invitation#${token}`)
  await expect.element(screen.getByLabelText('姓名')).toHaveValue('何悦')
  expect(address(), 'the token leaves the address').toBe('/invitation')
  await expect.element(screen.getByLabelText('邮箱')).toHaveAttribute('readonly')
  signIn()
  await screen.getByRole('button', { name: '创建通行密钥' }).click()
  await expect.element(screen.getByText('ABCD-EFGH-IJKL-MNOP')).toBeVisible()
  const person = { token, email: 'new@example.com', name: '何悦' }
  expect(begun).toEqual([person])
  expect(received).toEqual([
    { ...person, passkeyName: expect.stringMatching(/Chrome/), response: passkeyResponse },
  ])
  // two columns of codes would be wider than the card
  const codes = document.querySelector('.recovery-codes')!
  const card = codes.closest('.recovery')!
  expect(rightOf(codes)).toBeLessThanOrEqual(rightOf(card))
  const enter = screen.getByRole('button', { name: '进入控制台' })
  await expect.element(enter).toBeDisabled()
  await screen.getByLabelText('我已保存').click()
  await enter.click()
  await expect.element(screen.getByRole('navigation', { name: '控制台' })).toBeVisible()
  expect(address()).toBe('/')
})

test('the first owner types an e-mail and sets password and authenticator', async () => {
  signIn(null)
  answer(readInvitation, { ...invitation, email: null, role: 'owner' })
  const begun = answer(beginInvitedCode, {
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/shop?secret=JBSWY3DPEHPK3PXP',
    ticket: 'ticket-1',
  })
  const received = answer(acceptWithCode, accepted)
  const { screen } = await renderConsole(`/invitation#${token}`)
  await screen.getByRole('radio', { name: /密码和验证器/ }).click()
  await screen.getByLabelText('邮箱').fill('owner@example.com')
  await screen.getByRole('button', { name: '下一步' }).click()
  await expect.element(screen.getByRole('img', { name: '验证器密钥的二维码' })).toBeVisible()
  await expect.element(screen.getByText('JBSWY3DPEHPK3PXP')).toBeVisible()
  await screen.getByLabelText('密码', { exact: true }).fill('password')
  await screen.getByLabelText('验证器里的 6 位数字').fill('123456')
  await screen.getByRole('button', { name: '完成' }).click()
  await expect.element(screen.getByText('QRST-UVWX-YZ23-4567')).toBeVisible()
  const person = { token, email: 'owner@example.com', name: '何悦' }
  expect(begun).toEqual([person])
  const password = 'XohImNooBHFR0OVvjcYpJ3NgPQ1qq73WKhHvch0VQtg='
  expect(received).toEqual([{ ...person, password, code: '123456', ticket: 'ticket-1' }])
})

test('a device that does not create a passkey leaves the form with a sentence', async () => {
  signIn(null)
  answer(readInvitation, invitation)
  answer(beginInvitedPasskey, { options: creationOptions })
  const { screen } = await renderConsole(`/invitation#${token}`)
  const button = screen.getByRole('button', { name: '创建通行密钥' })
  for (const [name, sentence] of [
    ['NotAllowedError', '验证未完成'],
    ['InvalidStateError', '本设备的通行密钥已添加过。'],
  ] as const) {
    cancelDevice(name)
    await button.click()
    await expect.element(screen.getByText(sentence, { exact: false })).toBeVisible()
    await expect.element(button).toBeVisible()
  }
})

test('a used link says so', async () => {
  signIn(null)
  refuse(readInvitation, 'LINK_EXPIRED')
  const { screen } = await renderConsole(`/invitation#${token}`)
  await expect.element(screen.getByRole('heading', { name: '这个邀请不能用了' })).toBeVisible()
})
