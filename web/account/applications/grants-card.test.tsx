import { beforeEach, expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { answerEditPage } from '../../testing/account.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { logIn } from '../../testing/site.ts'
import * as editPage from '../profile/edit-page.tsx'

const { apiKeyList, applicationList, revokeGrant } = apiKeys
const tools = { id: 'tools', name: 'AI 工具', grantedAt: null }
const foreign = {
  id: 'foreign',
  name: '译文助手',
  url: 'https://translate.example.com/',
  grantedAt: '2026-11-03T02:00:00.000Z',
}
const key = {
  ...{
    id: 'key',
    application: { id: 'foreign', name: '译文助手' },
    name: '脚本',
    hint: 'key_AAAA',
  },
  ...{ monthlyLimit: null, createdAt: '2026-11-03T02:00:00.000Z', lastUsedAt: null },
}

beforeEach(() => {
  logIn()
  answerEditPage()
  answer(applicationList, { list: [tools, foreign] })
  answer(apiKeyList, { list: [key] })
})

async function open() {
  const { screen } = await renderPage(editPage, '/account/edit#applications')
  const card = screen.getByRole('region', { name: '已授权的应用' })
  const dialog = screen.getByRole('dialog')
  const revoke = () => card.getByRole('button', { name: '撤销对 译文助手 的授权' })
  return { screen, card, dialog, revoke }
}

test('an application of the operator has no button; the grant of another is revoked after a confirmation that counts its keys', async () => {
  const { screen, card, dialog, revoke } = await open()
  const lines = card.getByRole('listitem')
  const own = lines.filter({ hasText: /^AI 工具 官方/ })
  await expect.element(own).toBeVisible()
  await expect.element(own.getByRole('button')).not.toBeInTheDocument()
  await expect.element(lines.filter({ hasText: /^译文助手授权于 2026-11-03/ })).toBeVisible()
  await expect.element(card.getByRole('link')).toHaveAttribute('href', foreign.url)

  refuse(revokeGrant, 'DEPENDENCY_DOWN')
  await revoke().click()
  await expect.element(dialog.getByText(/为它新建的 1 个密钥同时停用/)).toBeVisible()
  const rest = /已预留的仍可在预留的数量内扣除，不能延长，最迟 48 小时内结束/
  await expect.element(dialog.getByText(rest)).toBeVisible()
  await dialog.getByRole('button', { name: '撤销授权' }).click()
  await expect.element(screen.getByText('服务暂时不可用，请稍后再试')).toBeVisible()
  await dialog.getByRole('button', { name: '返回' }).click()
  await revoke().click()
  const revoked = answer(revokeGrant, null)
  answer(applicationList, { list: [tools] })
  answer(apiKeyList, { list: [] })
  await dialog.getByRole('button', { name: '撤销授权' }).click()
  await expect.element(screen.getByText('对“译文助手”的授权已撤销')).toBeVisible()
  await expect.element(card.getByText('译文助手')).not.toBeInTheDocument()
  expect(revoked).toEqual([{ id: 'foreign' }])
})
