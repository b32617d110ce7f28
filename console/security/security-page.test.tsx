import { expect, test } from 'vitest'
import {
  addPasskey,
  beginPasskeyAddition,
  endOwnSessions,
  type OperatorSecurity,
  readSecurity,
  removePasskey,
  renewRecoveryCodes,
} from '#contract/console/staff/security.ts'
import { answer, refuse } from '#web/testing/network.ts'
import { creationOptions, fakeDevice, passkeyResponse } from '#web/testing/credentials.ts'
import { answerFrame, renderConsole, signIn } from '../testing/render-console.tsx'

const time = '2026-11-20T02:00:00.000Z'
const passkey = { id: 'key-1', name: '办公室的 Mac', createdAt: time, lastUsedAt: null }
const session = { createdAt: time, lastSeenAt: time, address: '203.0.113.24', isCurrent: true }
const other = '0197a9c2-0000-4000-8000-000000000002'
const security: OperatorSecurity = {
  passkeys: [{ ...passkey, isSynced: true }],
  hasCode: false,
  recoveryCodesLeft: 2,
  sessions: [
    { ...session, id: '0197a9c2-0000-4000-8000-000000000001', userAgent: 'Firefox/140 (Windows)' },
    { ...session, id: other, isCurrent: false, userAgent: 'iPhone Version/18 Safari/604' },
  ],
}

async function openSecurity() {
  signIn()
  answerFrame()
  answer(readSecurity, security)
  const { screen } = await renderConsole('/security')
  await expect.element(screen.getByText('办公室的 Mac')).toBeVisible()
  return screen
}

test('a passkey is added under the typed name', async () => {
  fakeDevice()
  const screen = await openSecurity()
  answer(beginPasskeyAddition, { options: creationOptions })
  const added = { ...security.passkeys[0]!, id: 'key-2', name: '钥匙串' }
  const received = answer(addPasskey, { ...security, passkeys: [added] })
  await screen.getByRole('button', { name: '添加' }).click()
  const dialog = screen.getByRole('dialog', { name: '添加通行密钥' })
  await dialog.getByLabelText('名称').fill('钥匙串')
  await dialog.getByRole('button', { name: '添加' }).click()
  await expect.element(screen.getByText('钥匙串', { exact: true })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(received).toEqual([{ name: '钥匙串', response: passkeyResponse }])
})

test('the last way to sign in is not removed, and the dialog says why', async () => {
  const screen = await openSecurity()
  const received = refuse(removePasskey, 'LAST_FACTOR')
  await screen.getByRole('button', { name: '删除通行密钥 办公室的 Mac' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: '删除' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('这是最后一种登录方式')
  expect(received).toEqual([{ id: 'key-1' }])
})

test('new recovery codes stay on the screen until they are kept', async () => {
  const screen = await openSecurity()
  answer(renewRecoveryCodes, { recoveryCodes: ['ABCDEFGHIJKLMNOP'] })
  await screen.getByRole('button', { name: '换新的' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: '换新的' }).click()
  const dialog = screen.getByRole('dialog', { name: '新的恢复码' })
  await expect.element(dialog.getByText('ABCD-EFGH-IJKL-MNOP')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: '关闭' })).not.toBeInTheDocument()
  answer(readSecurity, { ...security, recoveryCodesLeft: 10 })
  await dialog.getByLabelText('我已保存').click()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect.element(screen.getByText('还剩 10 个')).toBeVisible()
})

test('another session, named by its browser, is ended', async () => {
  const screen = await openSecurity()
  await expect.element(screen.getByText('Windows 上的 Firefox')).toBeVisible()
  const received = answer(endOwnSessions, { ...security, sessions: security.sessions.slice(0, 1) })
  await screen.getByRole('button', { name: /^退出 iPhone 上的 Safari/ }).click()
  await expect.element(screen.getByText('iPhone 上的 Safari')).not.toBeInTheDocument()
  expect(received).toEqual([{ id: other }])
})
