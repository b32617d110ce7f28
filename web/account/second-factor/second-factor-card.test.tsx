import { expect, test } from 'vitest'
import * as secondFactor from '#contract/account/second-factor.ts'
import type { SecondFactor } from '#contract/account/second-factor-fields.ts'
import { answerEditPage } from '../../testing/account.ts'
import {
  cancelDevice,
  creationOptions,
  fakeDevice,
  passkeyResponse,
} from '../../testing/credentials.ts'
import { answer, refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { logIn } from '../../testing/site.ts'
import * as editPage from '../profile/edit-page.tsx'

const time = '2026-11-20T02:00:00.000Z'
const phone = { id: 'key-1', name: '我的手机', createdAt: time, lastUsedAt: null, isSynced: true }
const on: SecondFactor = {
  since: time,
  passkeys: [phone],
  totp: { createdAt: time },
  recoveryCodesLeft: 3,
}
const codes = Array.from('ABCDEFGHIJ', (letter) => `${letter}AAA-BBBB-CCCC-DDDD`)

async function open(state: SecondFactor) {
  logIn()
  answerEditPage()
  answer(secondFactor.readSecondFactor, state)
  const { screen } = await renderPage(editPage, '/account/edit')
  const card = screen.getByRole('region', { name: '两步验证' })
  await expect.element(card.getByRole('button').first()).toBeVisible()
  return { screen, card }
}

test('a passkey is added under the typed name; a closed dialog of the browser is a hint', async () => {
  const { screen, card } = await open(on)
  answer(secondFactor.beginPasskeySetup, { options: creationOptions })
  const added = { ...phone, id: 'key-2', name: '安全钥匙' }
  const after = { ...on, passkeys: [phone, added] }
  const sent = answer(secondFactor.addPasskey, { secondFactor: after })
  cancelDevice()
  await card.getByRole('button', { name: '添加通行密钥' }).click()
  const dialog = screen.getByRole('dialog', { name: '添加通行密钥' })
  await dialog.getByLabelText('名称').fill('安全钥匙')
  await dialog.getByRole('button', { name: '添加' }).click()
  await expect.element(dialog.getByText(/^验证未完成/)).toBeVisible()
  fakeDevice()
  // the card asks again when the dialog closes
  answer(secondFactor.readSecondFactor, after)
  await dialog.getByRole('button', { name: '添加' }).click()
  await expect.element(card.getByText(/^安全钥匙/)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toEqual([{ name: '安全钥匙', response: passkeyResponse }])
})

test('an authenticator whose answer was lost is shown as on once the dialog is closed', async () => {
  const { screen, card } = await open({ ...on, since: null, passkeys: [], totp: null })
  const qr = { size: 21, path: 'M0 0h1v1h-1z' }
  answer(secondFactor.beginTotpSetup, { secret: 'JBSWY3DPEHPK3PXP', qr, ticket: 'ticket' })
  reply(secondFactor.setTotp, () => Promise.reject(new TypeError('Failed to fetch')))
  await card.getByRole('button', { name: '设置验证器' }).click()
  const dialog = screen.getByRole('dialog', { name: '设置验证器' })
  await dialog.getByLabelText('验证器里的 6 位数字').fill('123456')
  await dialog.getByRole('button', { name: '完成设置' }).click()
  await expect.element(screen.getByText(/操作可能已完成，请刷新页面核对/).first()).toBeVisible()
  answer(secondFactor.readSecondFactor, on)
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect.element(card.getByRole('button', { name: '更换验证器' })).toBeVisible()
})

test('a cancelled proof removes nothing', async () => {
  const { screen, card } = await open(on)
  const asked = refuse(secondFactor.removeTotp, 'SECOND_FACTOR_REQUIRED')
  answer(secondFactor.beginSecondFactorProof, { hasTotp: true, passkeyOptions: null })
  await card.getByRole('button', { name: '删除验证器' }).click()
  const question = screen.getByRole('dialog', { name: '删除验证器？' })
  await question.getByRole('button', { name: '删除' }).click()
  const proof = screen.getByRole('dialog', { name: '请完成两步验证' })
  await proof.getByRole('button', { name: '取消' }).click()
  await expect.element(proof).not.toBeInTheDocument()
  await expect.element(question).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('the last factor says what its removal means, and few recovery codes can be renewed', async () => {
  const { screen, card } = await open({ ...on, totp: null })
  await card.getByRole('button', { name: '删除通行密钥 我的手机' }).click()
  await expect.element(screen.getByText(/这是最后一种验证方式：删除后两步验证关闭/)).toBeVisible()
  await screen.getByRole('button', { name: '返回' }).click()
  answer(secondFactor.renewRecoveryCodes, {
    secondFactor: { ...on, recoveryCodesLeft: 10 },
    recoveryCodes: codes,
  })
  await card.getByRole('button', { name: '更换恢复码' }).click()
  const question = screen.getByRole('dialog', { name: '更换全部恢复码？' })
  await question.getByRole('button', { name: '更换' }).click()
  await expect.element(screen.getByRole('dialog', { name: '保存恢复码' })).toBeVisible()
})
