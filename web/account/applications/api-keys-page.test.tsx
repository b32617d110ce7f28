import { beforeEach, expect, test, vi } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import type { CustomerKey } from '#contract/account/api-keys.ts'
import { answerProfile } from '../../testing/account.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { minutesFromNow } from '../../testing/samples.ts'
import { logIn } from '../../testing/site.ts'
import * as apiKeysPage from './api-keys-page.tsx'

const { apiKeyList, applicationList, createApiKey, revokeApiKey } = apiKeys
const KEY = `key_${'A'.repeat(43)}`
const tools = { id: 'tools', name: 'AI 工具', grantedAt: null }
const script = keyOf('批处理脚本')

beforeEach(() => {
  logIn()
  answerProfile()
  answer(apiKeyList, { list: [] })
  answer(applicationList, { list: [tools] })
})

async function open() {
  const page = await renderPage(apiKeysPage, '/account/api-keys')
  const { screen } = page
  const card = screen.getByRole('region', { name: '我的密钥' })
  const dialog = screen.getByRole('dialog')
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  async function openForm() {
    await card.getByRole('button', { name: '新建密钥' }).click()
    return dialog.getByLabelText('名称', { exact: true })
  }
  async function makeKey() {
    await (await openForm()).fill('批处理脚本')
    await press('新建')
    await expect.element(dialog.getByText(KEY)).toBeVisible()
  }
  return { ...page, card, dialog, press, openForm, makeKey }
}

test('a shop without applications says that there is nothing to make keys for', async () => {
  answer(applicationList, { list: [] })
  const { screen } = await open()
  await expect.element(screen.getByText('暂无可使用密钥的应用')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '新建密钥' })).not.toBeInTheDocument()
  await expect.element(screen.getByText('接口地址')).not.toBeInTheDocument()
})

test('the page names where keys are used: the interface of the tools, with the guide, and other applications', async () => {
  const url = 'https://draw.example.com/'
  const list = [
    { ...tools, url: 'https://tools.example.com/' },
    { ...tools, id: 'draw', name: '画图', url },
  ]
  answer(applicationList, { list })
  const { screen } = await open()
  const addresses = screen.getByRole('region', { name: '接口地址' })
  await expect.element(addresses.getByText('https://tools.example.com/v1')).toBeVisible()
  const guide = addresses.getByRole('link', { name: '在客户端里使用' })
  await expect.element(guide).toHaveAttribute('href', '/tutorial#clients')
  await expect.element(addresses.getByRole('link', { name: url })).toHaveAttribute('href', url)
})

test('a new key is shown once with its name and limit sent, and copied by the button or by hand', async () => {
  const made = answer(createApiKey, { key: KEY, apiKey: script })
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  const { card, dialog, press, openForm, screen } = await open()
  await expect.element(card.getByText('还没有密钥')).toBeVisible()
  await (await openForm()).fill(' 批处理脚本 ')
  await dialog.getByLabelText(/^每月最多/).fill('１，000')
  await press('新建')
  await expect.element(dialog.getByText(KEY)).toBeVisible()
  expect(made).toEqual([{ applicationId: 'tools', name: '批处理脚本', monthlyLimit: 1000 }])
  await expect.element(dialog.getByRole('button', { name: '复制密钥' })).toHaveFocus()
  await press('复制密钥')
  await expect.element(screen.getByText('复制失败，请手动复制')).toBeVisible()
  copy.mockResolvedValue()
  await press('复制密钥')
  await expect.element(screen.getByText('密钥已复制')).toBeVisible()
  expect(copy).toHaveBeenCalledWith(KEY)
  await press('完成')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('§5 form messages: a key without a name or with a broken limit is not sent; a refused one leaves what was typed', async () => {
  const made = answer(createApiKey, { key: KEY, apiKey: script })
  const { dialog, press, openForm } = await open()
  await openForm()
  await press('新建')
  await expect.element(dialog.getByText('请输入名称')).toBeVisible()
  await dialog.getByLabelText('名称', { exact: true }).fill('脚本')
  const limit = dialog.getByLabelText(/^每月最多/)
  for (const typed of ['很多', '1.5', '-1']) {
    await limit.fill(typed)
    await press('新建')
    await expect.element(dialog.getByText('每月上限须为整数')).toBeVisible()
  }
  expect(made).toEqual([])
  refuse(createApiKey, 'TOO_MANY_KEYS')
  await limit.fill('')
  await press('新建')
  await expect.element(dialog.getByRole('alert').getByText(/最多保留 20 个密钥/)).toBeVisible()
  await expect.element(dialog.getByLabelText('名称', { exact: true })).toHaveValue('脚本')
})

test('with several applications the key is for the chosen one', async () => {
  answer(applicationList, { list: [tools, { ...tools, id: 'draw', name: '画图' }] })
  const made = answer(createApiKey, { key: KEY, apiKey: script })
  const { dialog, press, openForm } = await open()
  const name = await openForm()
  await name.fill('脚本')
  // none is chosen before the customer chooses
  await press('新建')
  await expect.element(dialog.getByRole('paragraph').getByText('请选择应用')).toBeVisible()
  expect(made).toEqual([])
  await dialog.getByLabelText('应用').selectOptions('画图')
  await press('新建')
  await expect.element(dialog.getByText(KEY)).toBeVisible()
  expect(made).toEqual([{ applicationId: 'draw', name: '脚本', monthlyLimit: null }])
})

test('a key shows application, first characters, limit and last use, and is revoked after a confirmation that says when it is in use', async () => {
  const used = keyOf('夜间', { monthlyLimit: 2000, lastUsedAt: minutesFromNow(-2) })
  answer(apiKeyList, { list: [used, script] })
  const revoked = answer(revokeApiKey, null)
  const { card, dialog, press, screen } = await open()
  const lines = card.getByRole('listitem')
  const first = /夜间 AI 工具key_AAAA…，每月最多 2,000 积分，最近使用：[今昨]天 \d\d:\d\d，/
  await expect.element(lines.filter({ hasText: first })).toBeVisible()
  await expect.element(lines.filter({ hasText: /每月不限，尚未使用，/ })).toBeVisible()
  await card.getByRole('button', { name: '停用密钥 批处理脚本' }).click()
  await expect.element(dialog.getByText(/停用后不能恢复/)).toBeVisible()
  await expect.element(dialog.getByText(/正在使用/)).not.toBeInTheDocument()
  await press('返回')
  await card.getByRole('button', { name: '停用密钥 夜间' }).click()
  await expect.element(dialog.getByText(/正在使用/)).toBeVisible()
  const rest = /已预留的部分仍按实际用量扣除，非官方应用不超过预留的数量/
  await expect.element(dialog.getByText(rest)).toBeVisible()
  expect(revoked).toEqual([])
  answer(apiKeyList, { list: [script] })
  await press('停用')
  await expect.element(screen.getByText('密钥“夜间”已停用')).toBeVisible()
  await expect.element(card.getByRole('button', { name: '停用密钥 夜间' })).not.toBeInTheDocument()
  expect(revoked).toEqual([{ id: used.id }])
})

test('a key that another window revoked counts as revoked; one that cannot be revoked remains', async () => {
  answer(apiKeyList, { list: [script] })
  refuse(revokeApiKey, 'DEPENDENCY_DOWN')
  const { card, press, screen } = await open()
  await card.getByRole('button', { name: '停用密钥 批处理脚本' }).click()
  await press('停用')
  await expect.element(screen.getByText('服务暂时不可用，请稍后再试')).toBeVisible()
  refuse(revokeApiKey, 'NOT_FOUND')
  answer(apiKeyList, { list: [] })
  await press('停用')
  await expect.element(card.getByText('还没有密钥')).toBeVisible()
})

test('keys that fail to load offer a retry', async () => {
  refuse(apiKeyList, 'DEPENDENCY_DOWN')
  const { card, screen } = await open()
  await expect.element(screen.getByText(/密钥加载失败/)).toBeVisible()
  answer(apiKeyList, { list: [script] })
  await screen.getByRole('button', { name: '重试' }).click()
  await expect.element(card.getByText(/^批处理脚本/)).toBeVisible()
})

function keyOf(name: string, details: Partial<CustomerKey> = {}): CustomerKey {
  return {
    id: name,
    application: { id: 'tools', name: 'AI 工具' },
    name,
    hint: 'key_AAAA',
    monthlyLimit: null,
    createdAt: '2026-11-01T02:00:00.000Z',
    lastUsedAt: null,
    ...details,
  }
}
