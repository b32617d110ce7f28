import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { api } from '#contract/api.ts'
import { invoiceList } from '#contract/invoices/invoices.ts'
import {
  refundOffer,
  requestRefund,
  withdrawRefundRequest,
} from '#contract/recharge/refund-requests.ts'
import type { Order } from '#contract/shapes.ts'
import { stopCountdowns } from '../../testing/clock.ts'
import { answerProfile } from '../../testing/account.ts'
import { invoicingPageData } from '../../testing/invoices.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { minutesFromNow, orderOf, pendingOrderOf, sampleUser } from '../../testing/samples.ts'
import { logIn } from '../../testing/site.ts'
import * as orderPage from './order-page.tsx'

const { queryOrder, cancelOrder } = api.recharge

beforeEach(() => {
  logIn()
  answerProfile()
  answer(refundOffer, { offer: null, request: null })
})
afterEach(async () => {
  vi.useRealTimers()
  await page.viewport(1280, 800)
})

const open = (search = '?id=order-1') => renderPage(orderPage, `/account/order${search}`)

function openOrder(order: Order) {
  answer(queryOrder, { order })
  return open(`?id=${order.id}`)
}

test('a paid order shows the purchase, its payment and its history', async () => {
  const asked = answer(queryOrder, {
    order: orderOf({
      num: 2,
      amount: 19_980,
      credit: 24_000,
      failure: { code: 'insufficient_funds', message: '银行卡余额不足' },
    }),
  })
  const { screen } = await open()
  const receipt = screen.getByRole('region', { name: '专业版 × 2' })
  await expect.element(receipt.getByText('24,000 积分，每份 ¥99.90')).toBeVisible()
  await expect.element(receipt.getByText('¥199.80').first()).toBeVisible()
  await expect.element(receipt.getByText('Visa 尾号 4242')).toBeVisible()
  await expect.element(receipt.getByText('2026-11-18 10:25:38')).toBeVisible()
  const timeline = screen.getByRole('region', { name: '进度' }).getByRole('listitem')
  await expect.element(timeline.nth(0).getByText('2026-11-18 10:24:51')).toBeVisible()
  await expect.element(timeline.nth(1).getByText('没有扣款。银行卡余额不足')).toBeVisible()
  await expect.element(timeline.nth(2).getByText(/^付款成功 ¥199.80/)).toBeVisible()
  await expect.element(timeline.nth(3).getByText(/^24,000 积分到账/)).toBeVisible()
  expect(asked).toEqual([{ orderId: 'order-1' }])
})

test('a paid order prints as a receipt of its issuer; its number is on it and can be copied for support', async () => {
  const print = vi.spyOn(globalThis, 'print').mockReturnValue(undefined)
  const { screen } = await openOrder(orderOf())
  const receipt = screen.getByRole('region', { name: '专业版 × 1' })
  await expect.element(receipt.getByText('订单号', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: '打印收据' }).click()
  expect(print).toHaveBeenCalledTimes(1)
  expect(screen.getByText('星桥科技（示例公司）').element()).toBeInTheDocument()
  expect(screen.getByText(`付款账户 ${sampleUser.email}`).element()).toBeInTheDocument()
  const help = screen.getByRole('region', { name: '需要帮助' })
  await expect
    .element(help.getByRole('link', { name: '联系客服' }))
    .toHaveAttribute('href', 'https://chat.example.com/support')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await help.getByRole('button', { name: '复制订单号 XQ261118-3K7F92' }).click()
  await expect.element(screen.getByText('订单号已复制')).toBeVisible()
  expect(copied.mock.calls).toEqual([['XQ261118-3K7F92']])
})

test('the seal of a paid order covers no text on any screen', async () => {
  const { screen } = await openOrder(orderOf())
  const receipt = screen.getByRole('region', { name: '专业版 × 1' })
  await expect.element(receipt).toBeVisible()
  for (const width of [320, 390, 1440]) {
    await page.viewport(width, 900)
    const seal = receipt.element().querySelector('.receipt-seal')!.getBoundingClientRect()
    expect(seal.width).toBeGreaterThan(40)
    const covered = textsIn(receipt.element()).filter(({ boxes }) =>
      boxes.some(
        (box) =>
          box.left < seal.right &&
          box.right > seal.left &&
          box.top < seal.bottom &&
          box.bottom > seal.top,
      ),
    )
    expect([width, ...covered.map(({ text }) => text)]).toEqual([width])
  }
})

/** Every piece of text with the boxes that it fills. */
function textsIn(part: Element): { text: string; boxes: DOMRect[] }[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  const found = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(node)
    found.push({ text: node.textContent ?? '', boxes: [...range.getClientRects()] })
  }
  return found
}

test('a refund is on the receipt and in the timeline', async () => {
  const { screen } = await openOrder(
    orderOf({
      state: 'partially_refunded',
      refundedAmount: 5_000,
      refunds: [
        { amount: 2_000, status: 'failed', createdAt: '2026-11-19T02:00:00.000Z' },
        {
          amount: 4_000,
          status: 'succeeded',
          reason: '重复付款',
          createdAt: '2026-11-20T02:00:00.000Z',
        },
        { amount: 1_000, status: 'pending', createdAt: '2026-11-21T02:00:00.000Z' },
      ],
      takenBack: { refunded: 6006, held: 0 },
    }),
  )
  const receipt = screen.getByRole('region', { name: '专业版 × 1' })
  await expect.element(receipt.getByText('−¥50.00')).toBeVisible()
  await expect.element(receipt).toMatchTextContent('退款后实付¥49.90')
  await expect.element(receipt.getByText('−6,006')).toBeVisible()
  const timeline = screen.getByRole('region', { name: '进度' }).getByRole('listitem')
  const [failed, done, waiting] = [timeline.nth(3), timeline.nth(4), timeline.nth(5)]
  await expect.element(failed).toMatchTextContent('退款未成功 ¥20.00')
  await expect.element(done).toMatchTextContent('已退款 ¥40.00原因：重复付款。')
  await expect.element(done).toMatchTextContent('2026-11-20 10:00:00')
  await expect.element(waiting).toMatchTextContent('退款处理中 ¥10.00')
})

test('money that did not fit the order was refunded: the receipt claims no payment of its price', async () => {
  const { paidAt: _, ...unpaid } = orderOf({ state: 'refunded', refundedAmount: 11_000 })
  const { screen } = await openOrder(unpaid)
  const receipt = screen.getByRole('region', { name: '专业版 × 1' })
  await expect.element(receipt.getByText('−¥110.00')).toBeVisible()
  await expect.element(receipt).toMatchTextContent('订单金额¥99.90')
  await expect.element(receipt).not.toMatchTextContent('实付')
})

test('a dispute is on the receipt and in the timeline, and its credit while it is held', async () => {
  for (const [dispute, badge, note] of [
    ['open', '争议中', '处理期间冻结 12,000 积分'],
    ['lost', '争议成立', '12,000 积分不再恢复'],
    ['won', '争议已撤销', '冻结的积分已经恢复'],
  ] as const) {
    const held = dispute === 'won' ? 0 : 12_000
    const { screen } = await openOrder(orderOf({ dispute, takenBack: { refunded: 0, held } }))
    const receipt = screen.getByRole('region', { name: '专业版 × 1' })
    await expect.element(receipt.getByText(badge)).toBeVisible()
    await expect.element(screen.getByRole('region', { name: '进度' })).toMatchTextContent(note)
    expect(receipt.getByText('−12,000').elements()).toHaveLength(held > 0 ? 1 : 0)
    const notices = screen.getByText(/请联系发卡行撤销/).elements()
    expect(notices).toHaveLength(dispute === 'open' ? 1 : 0)
    await screen.unmount()
  }
})

test('an unpaid order shows its time left and last failure; it can be paid, or cancelled and bought again', async () => {
  const failure = { code: 'card_declined', message: '银行拒绝了这笔付款' }
  const order = pendingOrderOf({ failure })
  const cancelled = answer(cancelOrder, { order: { ...order, state: 'cancelled' } })
  const { screen } = await openOrder(order)
  const link = (name: string) => screen.getByRole('link', { name })
  await expect.element(screen.getByText(/上次付款未成功：银行拒绝了这笔付款。/)).toBeVisible()
  await expect.element(screen.getByText(/^(20 分 00 秒|19 分 \d\d 秒)$/)).toBeVisible()
  await expect.element(link('继续支付')).toHaveAttribute('href', '/account/recharge?order=order-2')
  await expect.element(screen.getByRole('button', { name: '打印收据' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: '取消订单' }).click()
  answer(queryOrder, { order: { ...order, state: 'cancelled' } })
  await screen.getByRole('dialog').getByRole('button', { name: '取消订单' }).click()
  await expect.element(screen.getByText('订单已取消，没有扣款。')).toBeVisible()
  await expect.element(link('重新购买')).toHaveAttribute('href', '/account/recharge?plan=pro&num=1')
  expect(cancelled).toEqual([{ id: order.id }])
})

test('when the time to pay is over the order is loaded again', async () => {
  stopCountdowns()
  const order = pendingOrderOf({ expiresAt: new Date(Date.now() + 1500).toISOString() })
  const { screen } = await openOrder(order)
  await expect.element(screen.getByRole('link', { name: '继续支付' })).toBeVisible()
  answer(queryOrder, { order: { ...order, state: 'expired' } })
  await vi.advanceTimersByTimeAsync(1_500)
  await expect.element(screen.getByText('支付已超时，订单已自动关闭，没有扣款。')).toBeVisible()
})

test('a processing order is queried until it is paid', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const order = pendingOrderOf({ state: 'processing' })
  const { screen } = await openOrder(order)
  await expect.element(screen.getByText(/支付平台正在确认付款/)).toBeVisible()
  const refused = refuse(queryOrder, 'DEPENDENCY_DOWN')
  await vi.advanceTimersByTimeAsync(5_000)
  await expect.poll(() => refused).toHaveLength(1)
  answer(queryOrder, { order: orderOf({ id: order.id }) })
  await vi.advanceTimersByTimeAsync(5_000)
  await expect.element(screen.getByText(/^12,000 积分到账/)).toBeVisible()
  // background queries show no toast
  await expect.element(screen.getByText(/服务暂时不可用/)).not.toBeInTheDocument()
})

test('a missing order says so and links to the list; an address without an id sends no request', async () => {
  for (const code of ['NOT_FOUND', 'VALIDATION'] as const) {
    refuse(queryOrder, code)
    const { screen } = await open('?id=somebody-elses')
    await expect.element(screen.getByText('未找到该订单')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: '查看我的订单' }))
      .toHaveAttribute('href', '/account/orders')
    await screen.unmount()
  }
  const asked = refuse(queryOrder, 'INTERNAL')
  const { screen } = await open('')
  await expect.element(screen.getByText('未找到该订单')).toBeVisible()
  expect(asked).toEqual([])
})

test('an order that failed to load can be retried; one in exception says that it is looked into', async () => {
  refuse(queryOrder, 'OVERLOADED')
  const { screen } = await open()
  await expect.element(screen.getByText('订单加载失败：当前访问人数较多，请稍后再试')).toBeVisible()
  answer(queryOrder, { order: pendingOrderOf({ state: 'exception' }) })
  await screen.getByRole('button', { name: '重试' }).click()
  await expect.element(screen.getByText(/收到的付款与订单不符/)).toBeVisible()
})

const offer = { rule: 'unused share' as const, amount: 7992, until: minutesFromNow(600) }
const asked = {
  ...{ state: 'open' as const, reason: '买错了', askedAt: minutesFromNow(-5) },
  ...{ endedAt: null, refunded: null, answer: null },
}

test('a refund is asked for with the sum that the policy gives, and taken back', async () => {
  answer(refundOffer, { offer, request: null })
  const sent = answer(requestRefund, { offer, request: asked })
  const { screen } = await openOrder(orderOf())
  const card = screen.getByRole('region', { name: '退款' })
  await expect.element(card.getByText(/目前可退 ¥79\.92/)).toBeVisible()
  await expect.element(card.getByRole('link', { name: '退款规则' })).toBeVisible()
  await card.getByRole('button', { name: '申请退款' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('原因（选填）').fill('买错了')
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect.element(card.getByText(/正在等待处理/)).toBeVisible()
  expect(sent).toEqual([{ orderId: 'order-1', reason: '买错了' }])

  const request = { ...asked, state: 'withdrawn' as const, endedAt: minutesFromNow(0) }
  const withdrawn = answer(withdrawRefundRequest, { offer, request })
  await card.getByRole('button', { name: '撤回申请' }).click()
  await dialog.getByRole('button', { name: '撤回申请' }).click()
  await expect.element(card.getByText(/已撤回/)).toBeVisible()
  expect(withdrawn).toEqual([{ orderId: 'order-1' }])
})

test('where invoices are offered, a list of them that fails to load is a toast on the order', async () => {
  answer(queryOrder, { order: orderOf() })
  refuse(invoiceList, 'DEPENDENCY_DOWN')
  const { screen } = await renderPage(orderPage, '/account/order?id=order-1', invoicingPageData)
  await expect.element(screen.getByText('服务暂时不可用，请稍后再试')).toBeVisible()
  await expect.element(screen.getByRole('region', { name: '专业版 × 1' })).toBeVisible()
})

test('what became of a request is on the order; without anything to refund there is no button', async () => {
  const endedAt = minutesFromNow(-1)
  const none = { ...offer, amount: 0 }
  const late = { ...none, rule: 'too late' as const }
  for (const [now, end, words] of [
    [none, { state: 'accepted', refunded: 7992 }, [/已同意，退款 ¥79\.92/, /没有可退的积分/]],
    [late, { state: 'refused', answer: '赠送的不退' }, [/未通过，原因：赠送的不退/, /已超过 7 天/]],
  ] as const) {
    answer(refundOffer, { offer: now, request: { ...asked, ...end, endedAt } })
    const { screen } = await openOrder(orderOf())
    const card = screen.getByRole('region', { name: '退款' })
    for (const word of words) await expect.element(card.getByText(word)).toBeVisible()
    await expect.element(card.getByRole('button')).not.toBeInTheDocument()
    await screen.unmount()
  }
})
