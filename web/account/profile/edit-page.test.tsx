import { beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { closeAccount } from '#contract/account/personal-data.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { passwordDigest } from '../../lib/password/digest.ts'
import { answerEditPage, answerProfile } from '../../testing/account.ts'
import { answer, refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { minutesFromNow, sampleUser } from '../../testing/samples.ts'
import { logIn } from '../../testing/site.ts'
import * as editPage from './edit-page.tsx'

const { editProfile, profile, revokeSession, sessions } = api.account
const PASSWORD = 'bridge of stars'

type Device = OutputOf<typeof sessions>['list'][number]

const thisDevice = deviceOf('Chrome · Windows', { current: true })
const phone = deviceOf('Safari · iPhone', { lastSeenAt: minutesFromNow(-60 * 48) })
const tablet = deviceOf('Safari · iPad', { lastSeenAt: minutesFromNow(-5) })

beforeEach(() => {
  logIn()
  answerEditPage()
  answerProfile(12_480)
  answerOpenOrders({})
  answer(sessions, { list: [phone, thisDevice, tablet] })
})

async function open() {
  const page = await renderPage(editPage, '/account/edit')
  const field = (label: string) => page.screen.getByLabelText(label, { exact: true })
  const button = (name: string | RegExp) => page.screen.getByRole('button', { name })
  async function confirmClosing(password: string) {
    await button('注销账户').click()
    const dialog = page.screen.getByRole('dialog')
    await dialog.getByLabelText('密码', { exact: true }).fill(password)
    await dialog.getByRole('checkbox').click()
    await dialog.getByRole('button', { name: '注销账户' }).click()
  }
  return { ...page, field, button, confirmClosing }
}

test('§5 form messages: an invalid nickname is not sent, a valid one is trimmed and saved', async () => {
  const sent = answer(editProfile, { user: { ...sampleUser, nickname: '小林' } })
  const { field, button, screen } = await open()
  await expect.element(field('昵称')).toHaveValue('林晚')
  await field('昵称').fill('  ')
  await button('保存').click()
  await expect.element(screen.getByText('请输入昵称')).toBeVisible()
  await field('昵称').fill('<林>')
  await button('保存').click()
  await expect.element(screen.getByText('昵称不能包含特殊字符')).toBeVisible()
  await field('昵称').fill(' 小林 ')
  await button('保存').click()
  await expect.element(screen.getByText('昵称已保存')).toBeVisible()
  expect(sent).toEqual([{ nickname: '小林' }])
})

test('the nickname field is disabled until the user has loaded', async () => {
  const later = Promise.withResolvers<Response>()
  reply(profile, () => later.promise)
  const { field, button } = await open()
  await expect.element(field('昵称')).toBeDisabled()
  await expect.element(button('保存')).toBeDisabled()
  const data = { user: sampleUser, credit: { balance: 0, held: 0, expiring: [] }, lastLogin: null }
  later.resolve(Response.json({ statusCode: 200, message: 'ok', data }))
  await expect.element(field('昵称')).toHaveValue('林晚')
  await expect.element(field('昵称')).toBeEnabled()
})

test('the page shows e-mail, time zone and devices, the current one first and without a button', async () => {
  const { screen } = await open()
  await expect.element(screen.getByText(sampleUser.email)).toBeVisible()
  await expect.element(screen.getByText('页面上的时间都按中国标准时间（UTC+8）显示')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '修改邮箱' }))
    .toHaveAttribute('href', '/account/change-email')
  await expect
    .element(screen.getByRole('link', { name: '修改密码' }))
    .toHaveAttribute('href', '/account/change-password')

  const lines = screen.getByRole('region', { name: '登录的设备' }).getByRole('listitem')
  await expect.element(lines.nth(0).getByText(/^Chrome · Windows 本设备.*正在使用/)).toBeVisible()
  await expect.element(lines.nth(1).getByText(/^Safari · iPad/)).toBeVisible()
  await expect.element(lines.nth(2).getByText(/^Safari · iPhone/)).toBeVisible()
  await expect.element(lines.nth(0).getByRole('button')).not.toBeInTheDocument()
})

test('another device can be logged out; one that cannot remains, with a toast', async () => {
  refuse(revokeSession, 'DEPENDENCY_DOWN')
  const { screen, button } = await open()
  await button(/^退出 Safari · iPad/).click()
  await expect.element(screen.getByText('服务暂时不可用，请稍后再试')).toBeVisible()
  await expect.element(button(/^退出 Safari · iPad/)).toBeVisible()
  const ended = answer(revokeSession, null)
  answer(sessions, { list: [thisDevice, tablet] })
  await button(/^退出 Safari · iPhone/).click()
  await expect.element(screen.getByText('已退出 Safari · iPhone')).toBeVisible()
  await expect.element(button(/^退出 Safari · iPhone/)).not.toBeInTheDocument()
  expect(ended).toEqual([{ id: phone.id }])
})

test('all other devices are logged out after a confirmation; one already logged out counts as success', async () => {
  const ended: unknown[] = []
  reply(revokeSession, async (request) => {
    ended.push(await request.json())
    const isFirst = ended.length === 1
    return isFirst
      ? Response.json(
          { statusCode: 404, code: 'NOT_FOUND', message: '您访问的内容不存在', data: null },
          { status: 404 },
        )
      : Response.json({ statusCode: 200, message: 'ok', data: null })
  })
  const { screen, button } = await open()
  await button('退出其他所有设备').click()
  const dialog = screen.getByRole('dialog', { name: '退出其他 2 台设备？' })
  await expect.element(dialog).toBeVisible()
  expect(ended).toEqual([])
  answer(sessions, { list: [thisDevice] })
  await dialog.getByRole('button', { name: '全部退出' }).click()
  await expect.element(screen.getByText('其他设备已退出')).toBeVisible()
  await expect.element(screen.getByText(/^目前只有本设备。/)).toBeVisible()
  expect(ended).toEqual([{ id: tablet.id }, { id: phone.id }])
})

test('closing lists the consequences, asks for the password and leads to the login', async () => {
  const closesAt = '2026-11-28T02:00:00.000Z'
  answerOpenOrders({ pending: 2, processing: 1 })
  const sent = answer(closeAccount, { closesAt })
  const { button, screen, address, router } = await open()
  await button('注销账户').click()
  const dialog = screen.getByRole('dialog', { name: '注销账户？' })
  await expect
    .element(dialog.getByText('剩余 12,480 积分将作废，如需退款请先联系客服。'))
    .toBeVisible()
  await expect.element(dialog.getByText('有 2 笔订单待支付，不需要的请先取消。')).toBeVisible()
  await expect.element(dialog.getByText(/^有 1 笔付款正在处理/)).toBeVisible()
  await dialog.getByRole('button', { name: '注销账户' }).click()
  await expect.element(dialog.getByText('请输入密码')).toBeVisible()
  await expect.element(dialog.getByText('请先确认您已了解')).toBeVisible()
  expect(sent).toEqual([])

  await dialog.getByLabelText('密码', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('checkbox').click()
  localStorage.removeItem('session-changed')
  await dialog.getByRole('button', { name: '注销账户' }).click()
  await expect.poll(address).toBe('/account/login')
  expect(
    localStorage.getItem('session-changed'),
    'other windows of the browser leave too',
  ).not.toBe(null)
  expect(router.state.location.state).toEqual({ closesAt })
  expect(sent).toEqual([{ password: await passwordDigest(PASSWORD) }])
})

test('a wrong password does not close the account', async () => {
  refuse(closeAccount, 'PASSWORD_WRONG', { fields: { password: '密码不正确' } })
  answerProfile(-300)
  const { screen, confirmClosing } = await open()
  await confirmClosing('wrong')
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('密码不正确')).toBeVisible()
  await expect.element(dialog.getByText(/将作废|待支付|正在处理/)).not.toBeInTheDocument()
  await expect
    .element(dialog.getByText('账户有欠额 300 积分，请先充值补足或联系客服。'))
    .toBeVisible()
})

test('a profile that fails to load leaves the devices unchanged and offers a retry', async () => {
  refuse(profile, 'DEPENDENCY_DOWN')
  const { screen, button, field } = await open()
  await expect.element(screen.getByRole('alert').getByText(/个人资料加载失败/)).toBeVisible()
  await expect.element(screen.getByText(/^Safari · iPad/)).toBeVisible()
  answerProfile(0)
  await button('重试').click()
  await expect.element(field('昵称')).toBeVisible()
})

function answerOpenOrders(totals: Record<string, number>): void {
  reply(api.recharge.orderList, (request) => {
    const total = totals[new URL(request.url).searchParams.get('state') ?? ''] ?? 0
    const data = { list: [], total, page: 1, pageSize: 1 }
    return Response.json({ statusCode: 200, message: 'ok', data })
  })
}

function deviceOf(device: string, details: Partial<Device> = {}): Device {
  return {
    id: device,
    device,
    ip: '203.0.113.7',
    createdAt: minutesFromNow(-60 * 72),
    lastSeenAt: minutesFromNow(-1),
    current: false,
    ...details,
  }
}
