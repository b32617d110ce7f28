import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { listUserLedger, readConsoleUser } from '#contract/console/users.ts'
import { answer, refuse } from '#web/testing/network.ts'
import { answerFrame, renderConsole, signIn } from '../testing/render-console.tsx'
import { formOf, movementOf, orderOf, userDetailOf } from '../testing/samples.ts'

const USER = '/users/user?user=user-1'
const at = '2026-11-18T02:25:00.000Z'
const tools = { id: 'tools', name: 'AI 工具' }
const lot = { orderNo: null, planName: null, expiresAt: null, createdAt: at }
const forms = [
  formOf('users credit', '调整积分', 'user'),
  formOf('users sessions-revoke', '结束登录', 'user'),
]

const live = { id: 'live', name: '写作', grantedAt: at, scopes: [], signedOnAt: at }

const detail = userDetailOf({
  lots: [
    {
      ...lot,
      id: '1',
      kind: 'bonus',
      orderNo: 'XQ1',
      planName: '专业版',
      granted: 2000,
      remaining: 1862,
    },
    { ...lot, id: '2', kind: 'adjust', granted: 500, remaining: 200 },
    { ...lot, id: '3', kind: 'debt', granted: -50, remaining: -50 },
  ],
  orders: [orderOf({ orderNo: 'XQ2', state: 'pending', paidAt: null })],
  entries: [movementOf()],
  holds: [
    { id: 'h', application: tools, amount: 120, reason: '年报', createdAt: at, expiresAt: at },
  ],
  sessions: [
    {
      id: 's',
      device: 'Windows 上的 Chrome',
      address: '203.0.113.24',
      createdAt: at,
      lastSeenAt: at,
    },
  ],
  applications: [{ ...tools, grantedAt: null, scopes: ['openid'], signedOnAt: null }, live],
  apiKeys: [
    {
      id: 'k',
      name: '',
      hint: 'key_k9Tf',
      application: tools,
      monthlyLimit: 2000,
      createdAt: at,
      lastUsedAt: null,
      revokedAt: at,
    },
  ],
})

test('credit by lot, orders, movements, holds, sessions, applications and keys are shown', async () => {
  signIn()
  answerFrame()
  const user = { ...detail.user, passwordStoppedAt: at }
  answer(readConsoleUser, { ...detail, user })
  const { screen } = await renderConsole(USER)
  const panel = (name: string) => screen.getByRole('region', { name })
  await expect.element(panel('积分分批')).toMatchTextContent(/专业版 赠送2,0001381,862永久/)
  await expect.element(panel('积分分批')).toMatchTextContent(/调整500300200永久 欠额––−50/)
  await expect
    .element(panel('积分分批').getByRole('img', { name: '余额由 2 批组成' }))
    .toBeInTheDocument()
  await expect
    .element(panel('最近订单').getByRole('link', { name: 'XQ2' }))
    .toHaveAttribute('href', '/orders/order?order=XQ2')
  await expect
    .element(panel('最近订单').getByRole('link', { name: '全部 3' }))
    .toHaveAttribute('href', '/orders?user=linwan%40example.com')
  await expect.element(panel('最近流水')).toMatchTextContent(/使用 AI 工具，翻译−9612,480/)
  await expect.element(panel('预留中')).toMatchTextContent(/AI 工具 年报120/)
  await expect.element(panel('登录的设备')).toMatchTextContent(/Windows 上的 Chrome203\.0\.113\.24/)
  const applications = panel('可使用积分的应用')
  await expect.element(applications).toMatchTextContent(/AI 工具 openid自营当前没有登录/)
  await expect.element(applications).toMatchTextContent(/写作.*2026-11-18 10:25 起/)
  await expect.element(panel('API 密钥')).toMatchTextContent(/key_k9Tf.*2,000.*已停用/)
  await expect
    .element(screen.getByRole('link', { name: '邮件' }).last())
    .toHaveAttribute('href', '/mails?to=linwan%40example.com')
  await expect.element(screen.getByText('密码停用于')).toBeVisible()
})

test('an adjustment is prefilled with the address, and the user is read again after it', async () => {
  signIn()
  answerFrame(forms)
  answer(readConsoleUser, detail)
  const { screen } = await renderConsole(USER)
  await screen.getByRole('button', { name: '调整积分' }).click()
  const dialog = screen.getByRole('dialog', { name: '调整积分' })
  await expect.element(dialog.getByLabelText('对象')).toHaveValue('linwan@example.com')
  const credit = { balance: 13_000, held: 0, available: 13_000, debt: 0 }
  answer(readConsoleUser, { ...detail, credit })
  const done = answer(act, { is: 'done', report: { facts: [], sentences: ['已调整。'] } })
  await dialog.getByRole('button', { name: '执行' }).click()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect
    .element(screen.getByRole('region', { name: '积分分批' }))
    .toMatchTextContent(/余额 13,000/)
  expect(done).toMatchObject([{ command: 'users credit', given: { user: 'linwan@example.com' } }])
})

test('the whole ledger is read page by page, which the address holds', async () => {
  signIn()
  answerFrame()
  answer(readConsoleUser, detail)
  const entries = [movementOf({ orderNo: 'XQ1' })]
  const received = answer(listUserLedger, { entries, count: 86, next: 36 })
  const { screen, address } = await renderConsole(USER)
  await screen.getByRole('link', { name: '全部流水' }).click()
  await expect.poll(address).toBe(`${USER}&view=ledger`)
  await expect.element(screen.getByText('共 86 条')).toBeVisible()
  await screen.getByRole('link', { name: '更早' }).click()
  await expect.poll(address).toBe(`${USER}&view=ledger&before=36`)
  await expect.poll(() => received).toEqual([{ user: 'user-1' }, { user: 'user-1', before: '36' }])
  await screen.getByRole('link', { name: '概览' }).click()
  await expect.element(screen.getByRole('region', { name: '积分分批' })).toBeVisible()
})

test('a closed account has no actions, and a user who does not exist is explained', async () => {
  signIn()
  answerFrame(forms)
  answer(readConsoleUser, { ...detail, user: { ...detail.user, email: null, closedAt: at } })
  const closed = await renderConsole(USER)
  await expect
    .element(closed.screen.getByRole('heading', { level: 1 }))
    .toMatchTextContent(/已注销的用户/)
  await expect
    .element(closed.screen.getByRole('button', { name: '调整积分' }))
    .not.toBeInTheDocument()
  await closed.screen.unmount()

  refuse(readConsoleUser, 'NOT_FOUND')
  const { screen } = await renderConsole('/users/user?user=nobody')
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/没有这个用户.*nobody/)
})

test('lots are told apart by their marks, in the table as in the bar, also after the fourth', async () => {
  signIn()
  answerFrame(forms)
  const spent = { ...lot, id: 'spent', kind: 'purchase' as const, granted: 100, remaining: 0 }
  const others = Array.from({ length: 9 }, (_, n) => {
    return { ...spent, id: `lot-${n}`, remaining: 100 }
  })
  answer(readConsoleUser, userDetailOf({ lots: [spent, ...others] }))
  const { screen } = await renderConsole(USER)
  await expect.element(screen.getByRole('table', { name: /积分分批/ })).toBeVisible()
  const marks = [...document.querySelectorAll('.swatch')].map((swatch) => swatch.innerHTML)
  expect(new Set(marks).size).toBe(10)
  // the spent lot is not in the bar, and the others keep their marks there
  const classes = (root: Element) =>
    [...root.querySelectorAll('rect')].map((rect) => rect.getAttribute('class'))
  const inTable = [...document.querySelectorAll('.swatch')].slice(1).flatMap(classes)
  expect(classes(document.querySelector('.meter')!)).toEqual(inTable)
})

test('a closing that waits can be cancelled, and does not happen while the account is blocked', async () => {
  signIn()
  answerFrame([formOf('users close', '注销账户', 'user'), formOf('users keep', '取消注销', 'user')])
  const user = { ...detail.user, closingAt: at, blockedAt: at }
  answer(readConsoleUser, { ...detail, user })
  const { screen } = await renderConsole(USER)
  await expect.element(screen.getByText(/停用期间不注销/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '注销账户' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: '取消注销' }).click()
  await expect.element(screen.getByRole('dialog', { name: '取消注销' })).toBeVisible()
})
