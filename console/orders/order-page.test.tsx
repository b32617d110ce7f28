import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { act } from '#contract/console/actions.ts'
import { readConsoleOrder, readProviderView } from '#contract/console/orders/orders.ts'
import { answer, leaveUnanswered, refuse } from '#web/testing/network.ts'
import {
  answerFrame,
  auditEntryOf,
  checkForm,
  refundForm,
  renderConsole,
  sampleOwner,
  signIn,
} from '../testing/render-console.tsx'
import { formOf, orderDetailOf, sampleIntent } from '../testing/samples.ts'

const ORDER = '/orders/order?order=XQ1'
const askedAt = '2026-11-20T00:00:00.000Z'
const at = '2026-11-18T02:25:00.000Z'
const view = { intent: sampleIntent, failure: null, askedAt }

afterEach(() => page.viewport(1280, 800))

test('several attempts to recover an order make no window scroll sideways', async () => {
  signIn()
  answerFrame()
  answer(readProviderView, view)
  const attempt = auditEntryOf({
    title: '补单',
    given: [
      { name: 'order', value: '202611190000000001' },
      { name: 'intent', value: 'pi_3QLx7tK2mN8vR4sT6uW9yZ1a' },
      { name: 'reason', value: '客户寄来银行流水，钱已扣' },
    ],
    subject: '0197a9c2-0000-7000-8000-000000000001',
    operator: 'zhoumin.finance@example.com',
    outcome: 'refused',
  })
  const audit = [attempt, { ...attempt, id: '0197a9c2-0000-7000-8000-000000000002' }]
  answer(readConsoleOrder, orderDetailOf({}, { audit }))
  const { screen } = await renderConsole(ORDER)
  const panel = screen.getByRole('region', { name: '操作记录' })
  await expect.element(panel.getByRole('button', { name: '补单' }).first()).toBeVisible()
  for (const width of [768, 1280, 1680, 1920, 2200, 2560]) {
    await page.viewport(width, 1000)
    const { scrollWidth, clientWidth } = panel.element()
    expect([width, scrollWidth]).toEqual([width, clientWidth])
    expect([width, document.documentElement.scrollWidth]).toEqual([width, width])
  }
})

test('an order is shown with ledger, refunds, mails, events and audit', async () => {
  signIn()
  answerFrame()
  answer(readProviderView, view)
  const entry = { at, delta: 10_000, balanceAfter: 10_618, by: '系统', reason: null }
  const refund = { id: 'r', providerId: 're_1', amount: 3000, createdAt: at, by: '运营' }
  answer(
    readConsoleOrder,
    orderDetailOf(
      { state: 'partially_refunded', dispute: 'open', refundedAmount: 3000 },
      {
        entries: [{ ...entry, type: 'purchase' }],
        refunds: [{ ...refund, status: 'succeeded', statusLabel: '已退款', reason: '客户要求' }],
        events: [{ id: 'evt_1', type: 'charge.refunded', createdAt: at, appliedAt: at }],
        audit: [auditEntryOf({ title: '重查订单' })],
      },
    ),
  )
  const { screen } = await renderConsole(ORDER)
  const head = screen.getByRole('heading', { level: 1 })
  await expect.element(head).toMatchTextContent(/XQ1.*部分退款.*争议中/)
  await expect
    .element(screen.getByRole('region', { name: '积分流水' }))
    .toMatchTextContent(/购买 系统\+10,00010,618/)
  const reversals = screen.getByRole('region', { name: '退款与争议' })
  await expect.element(reversals).toMatchTextContent(/运营，客户要求.*¥30\.00已退款/)
  await expect.element(reversals.getByRole('button', { name: '复制退款编号 re_1' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'charge.refunded' }))
    .toHaveAttribute('href', '/events?id=evt_1')
  await expect.element(screen.getByRole('button', { name: '重查订单' })).toBeVisible()
  await expect
    .element(screen.getByRole('region', { name: '支付平台的记录' }))
    .toMatchTextContent(/付款成功 succeeded.*¥99\.90，与订单相同/)
  await expect
    .element(screen.getByRole('link', { name: '林晚' }))
    .toHaveAttribute('href', '/users/user?user=user-1')
  await expect
    .element(screen.getByRole('navigation', { name: '控制台' }).getByRole('link', { name: '订单' }))
    .toHaveAttribute('aria-current', 'true')
})

test('a refund is prefilled, and the page and the provider’s view are read again after it', async () => {
  signIn()
  answerFrame([refundForm, checkForm])
  answer(readConsoleOrder, orderDetailOf())
  answer(readProviderView, view)
  const { screen } = await renderConsole(ORDER)
  await screen.getByRole('button', { name: '退款' }).click()
  const dialog = screen.getByRole('dialog', { name: '退款' })
  await expect.element(dialog.getByLabelText('订单号')).toHaveValue('XQ1')
  const read = answer(readConsoleOrder, orderDetailOf({ state: 'refunded', refundedAmount: 9990 }))
  const asked = answer(readProviderView, view)
  const report = { facts: [], sentences: ['已退款。'] }
  const done = answer(act, { is: 'done', report })
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect.element(dialog).toMatchTextContent('已退款。')
  expect(done).toMatchObject([{ command: 'orders refund', given: { order: 'XQ1' } }])
  await expect.poll(() => [read.length, asked.length]).toEqual([1, 1])
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent(/已退款/)
  await expect.element(screen.getByRole('button', { name: '退款' })).toBeDisabled()
})

test('an order to be verified says what ends it, and can be recovered and refunded', async () => {
  signIn()
  answerFrame([refundForm, checkForm, formOf('orders recover', '补单', 'order')])
  answer(readConsoleOrder, orderDetailOf({ state: 'exception', paidAt: null }))
  answer(readProviderView, { ...view, intent: { ...sampleIntent, isAsOrdered: false } })
  const { screen } = await renderConsole(ORDER)
  await expect.element(screen.getByRole('button', { name: '退款' })).toBeEnabled()
  await expect.element(screen.getByText(/金额或货币与订单不同/)).toBeVisible()
  await expect
    .element(screen.getByText(/“退款”会退回款项并了结订单/))
    .toMatchTextContent(/订单仍留在待核实/)
  await screen.getByRole('button', { name: '补单' }).click()
  await expect
    .element(screen.getByRole('dialog', { name: '补单' }).getByLabelText('对象'))
    .toHaveValue('XQ1')
})

test('the order is shown while the provider is slow, and what it failed with', async () => {
  signIn()
  answerFrame()
  answer(readConsoleOrder, orderDetailOf())
  leaveUnanswered(readProviderView)
  const { screen } = await renderConsole(ORDER)
  const panel = screen.getByRole('region', { name: '支付平台的记录' })
  await expect.element(panel.getByRole('status', { name: '正在加载' })).toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent(/XQ1/)

  answer(readProviderView, { intent: null, failure: '支付平台没有答复', askedAt })
  await screen.getByRole('button', { name: '重查' }).click()
  answer(act, { is: 'done', report: { facts: [], sentences: [] } })
  const dialog = screen.getByRole('dialog', { name: '重查订单' })
  await dialog.getByRole('button', { name: '执行' }).click()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect.element(panel.getByRole('alert')).toMatchTextContent(/没能查到：支付平台没有答复/)

  refuse(readProviderView, 'DEPENDENCY_DOWN', { message: '服务繁忙' })
  await panel.getByRole('button', { name: '再查询' }).click()
  await expect
    .element(panel.getByRole('alert'))
    .toMatchTextContent(/支付平台的记录加载失败：服务繁忙/)
  answer(readProviderView, { intent: null, failure: null, askedAt })
  await panel.getByRole('button', { name: '重试' }).click()
  await expect.element(panel.getByText('这笔订单还没有支付意图。')).toBeVisible()
})

test('an order without a payment of the shop’s own leads to the books of its day, or says who confirmed it', async () => {
  signIn()
  answerFrame()
  const unpaid = { state: 'expired', paidAt: null, paymentIntentId: null, attempts: 0 } as const
  // in the shop's time zone it is the next day
  const createdAt = '2026-11-17T17:30:00.000Z'
  answer(readConsoleOrder, orderDetailOf({ ...unpaid, createdAt }))
  answer(readProviderView, { intent: null, failure: null, askedAt })
  const { screen } = await renderConsole(ORDER)
  const panel = screen.getByRole('region', { name: '支付平台的记录' })
  await expect
    .element(panel.getByRole('link', { name: '日结 2026-11-18' }))
    .toHaveAttribute('href', '/books?day=2026-11-18')
  const facts = screen.getByRole('region', { name: '订单', exact: true })
  await expect.element(facts).toMatchTextContent(/付款次数本店没有付款记录/)
  await screen.unmount()

  answer(readConsoleOrder, orderDetailOf({ attempts: 0, attemptedAt: null }))
  answer(readProviderView, view)
  await renderConsole(ORDER)
  await expect.element(facts).toMatchTextContent(/付款次数本店没有记录，款项由支付平台确认/)
  await expect.element(screen.getByText(/没有付过/)).not.toBeInTheDocument()
})

test('why an order is not paid is said in one sentence above everything else', async () => {
  const unpaid = { paidAt: null, attempts: 0, failure: null } as const
  const declined = { attempts: 2, failure: { code: 'insufficient_funds', message: '卡里余额不足' } }
  for (const [order, sentence] of [
    [{ ...unpaid, state: 'expired' }, '没有付款，订单已过期：用户没有提交过付款。'],
    [
      { ...unpaid, ...declined, state: 'pending' },
      '还没有付款：最近一次付款没有成功，卡里余额不足。',
    ],
    [{ ...unpaid, state: 'processing' }, '还没有到账：付款已经提交，银行或钱包还没有给出结果。'],
  ] as const) {
    signIn()
    answerFrame()
    answer(readProviderView, view)
    answer(readConsoleOrder, orderDetailOf(order))
    const { screen } = await renderConsole(ORDER)
    await expect.element(screen.getByText(sentence)).toBeVisible()
    await screen.unmount()
  }
})

test('a role that may only read sees no buttons of actions', async () => {
  signIn({ ...sampleOwner, role: 'viewer', permissions: ['read'] })
  answerFrame([])
  const events = [{ id: 'evt_1', type: 'charge.refunded', createdAt: at, appliedAt: at }]
  answer(readConsoleOrder, orderDetailOf({}, { events }))
  answer(readProviderView, view)
  const { screen } = await renderConsole(ORDER)
  await expect.element(screen.getByRole('link', { name: 'charge.refunded' })).toBeVisible()
  const buttons = screen.getByRole('main').getByRole('button')
  await expect.element(screen.getByRole('button', { name: '再查询' })).toBeVisible()
  const names = buttons.elements().map((button) => button.textContent)
  expect(names.filter((name) => /重查|补单|退款|重放|补发/.test(name))).toEqual([])
})
