import { expect, test } from 'vitest'
import { act, type ActionForm } from '#contract/console/actions.ts'
import { listPushChannels, type PushChannel } from '#contract/console/settings/pushes.ts'
import { listChecks, listSettings, runCheck } from '#contract/console/settings/settings.ts'
import { answer, refuse, reply } from '#web/testing/network.ts'
import { answerFrame, refundForm, renderConsole, signIn } from '../testing/render-console.tsx'

const addForm: ActionForm = {
  ...{ ...refundForm, command: 'pushes add', title: '添加通知渠道', permission: 'own' as const },
  needsConfirmation: false,
  fields: [
    { name: 'name', label: '名称', help: '', isRequired: true, kind: 'text' },
    { name: 'address', label: '地址', help: '', isRequired: true, kind: 'secret' },
    {
      ...{ name: 'topics', label: '内容', help: '', isRequired: false, kind: 'choices' },
      choices: [
        { value: 'orders', label: '订单与付款' },
        { value: 'disputes', label: '争议' },
      ],
    },
  ],
}
const channel: PushChannel = {
  ...{ id: 'channel-1', kind: 'wecom', name: '客服群', address: 'qyapi.weixin.qq.com' },
  ...{ topics: ['orders', 'disputes'], quiet: '22:00–08:00', createdBy: 'zhoumin@example.com' },
  ...{ createdAt: '2026-11-20T02:00:00.000Z', lastSentAt: null, lastError: null },
  ...{ waiting: 0, dead: 0 },
}
const database = { id: 'database', title: '数据库' }
const mail = { id: 'mail', title: '邮件服务器' }

test('all checks run, one that does not answer hides no other and is tried again', async () => {
  signIn()
  answerFrame()
  answer(listChecks, { checks: [database, mail] })
  const { screen } = await renderConsole('/settings')
  await expect.element(screen.getByText('还没有检查').first()).toBeVisible()
  const found = {
    ...database,
    outcome: 'good',
    found: 'PostgreSQL 17',
    advice: null,
    ms: 3,
  } as const
  reply(runCheck, ({ url }) => {
    const lost = { found: '连不上邮件服务器', advice: '请检查 SMTP_URL', ms: 5 }
    const data = url.endsWith('=mail') ? { ...mail, outcome: 'bad', ...lost } : found
    return Response.json({ statusCode: 200, message: 'ok', data })
  })
  await screen.getByRole('button', { name: '全部检查' }).click()
  await expect.element(screen.getByText('PostgreSQL 17')).toBeVisible()
  await expect.element(screen.getByText('请检查 SMTP_URL')).toBeVisible()
  await expect.element(screen.getByText('有问题 1')).toBeVisible()
  refuse(runCheck, 'INTERNAL')
  await screen.getByRole('button', { name: '重试：数据库' }).click()
  await expect.element(screen.getByText('有问题 2')).toBeVisible()
  answer(runCheck, found)
  await screen.getByRole('button', { name: '重试：数据库' }).click()
  await expect.element(screen.getByText('正常 1')).toBeVisible()
})

test('a channel is tested by one click, which says why it was refused', async () => {
  signIn()
  answerFrame([addForm])
  answer(listPushChannels, { channels: [channel] })
  const { screen } = await renderConsole('/settings?view=pushes')
  answer(act, { is: 'done', report: { facts: [], sentences: ['企业微信已收下'] } })
  await screen.getByRole('button', { name: '测试 客服群' }).click()
  await expect.element(screen.getByText('企业微信已收下')).toBeVisible()
  refuse(act, 'ACTION_REFUSED', { message: '企业微信没有收下：93000' })
  await screen.getByRole('button', { name: '测试 客服群' }).click()
  await expect.element(screen.getByText('企业微信没有收下：93000')).toBeVisible()
})

test('form of a channel: the address is not shown, and topics are ticked, at least one', async () => {
  signIn()
  answerFrame([addForm])
  answer(listPushChannels, { channels: [] })
  const { screen } = await renderConsole('/settings?view=pushes')
  await screen.getByRole('button', { name: '添加' }).click()
  const dialog = screen.getByRole('dialog', { name: '添加通知渠道' })
  await dialog.getByLabelText('名称').fill('客服群')
  await expect.element(dialog.getByLabelText('地址')).toHaveAttribute('type', 'password')
  await dialog.getByLabelText('地址').fill('https://qyapi.weixin.qq.com/x')
  await dialog.getByLabelText('订单与付款').click()
  await expect.element(dialog.getByLabelText('争议')).toBeDisabled()
  const preview = { facts: [], sentences: ['将添加'] }
  const asked = answer(act, { is: 'preview', preview, mark: 'mark-1' })
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect.element(dialog.getByText('将添加')).toBeVisible()
  const given = { name: '客服群', address: 'https://qyapi.weixin.qq.com/x', topics: 'disputes' }
  expect(asked).toEqual([{ command: 'pushes add', given, mark: null }])
})

test('settings: values, origins and risks, and of a secret its fingerprint alone', async () => {
  signIn()
  answerFrame()
  const port = {
    ...{ name: 'PORT', meaning: '网站的端口', value: '3000' },
    origin: 'default' as const,
  }
  const key = { ...{ name: 'SECRET_KEY', meaning: '根密钥', value: null }, origin: 'file' as const }
  answer(listSettings, {
    groups: [
      {
        title: '网站',
        settings: [
          { ...port, isSecret: false, fingerprint: null },
          { ...key, isSecret: true, fingerprint: 'a1B2c3D4' },
        ],
      },
    ],
    risks: [{ text: '没有 PROT 这个设置', isBad: false }],
  })
  const { screen } = await renderConsole('/settings?view=all')
  await expect.element(screen.getByText('没有 PROT 这个设置')).toBeVisible()
  await expect.element(screen.getByText('3000')).toBeVisible()
  await expect.element(screen.getByText('指纹 a1B2c3D4')).toBeVisible()
  await expect.element(screen.getByText('.env 文件')).toBeVisible()
})
