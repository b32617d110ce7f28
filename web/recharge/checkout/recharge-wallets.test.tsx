import { expect, onTestFinished, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { Order, PaymentMethodType } from '#contract/shapes.ts'
import { answerProfile } from '../../testing/account.ts'
import { answer, refuse, reply } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { sampleOrder } from '../../testing/recharge.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { orderOf } from '../../testing/samples.ts'
import { testSite } from '../../testing/site.ts'
import * as rechargePage from './recharge-page.tsx'

const { comboList, confirmPayment, createPaymentIntent, orderList, placeOrder, queryOrder } =
  api.recharge
const order = sampleOrder

async function open(methods: PaymentMethodType[] = ['card', 'alipay', 'wechat_pay']) {
  answer(comboList, samplePlans)
  answerProfile()
  answer(orderList, { list: [], total: 0, page: 1, pageSize: 10 })
  answer(placeOrder, { order })
  const asked = answer(createPaymentIntent, {
    clientSecret: 'pi_1_secret_2',
    orderId: 'order-1',
    amount: 19_980,
    currency: 'cny',
    provider: 'sandbox',
  })
  const site = { ...testSite, payments: { ...testSite.payments, methods } }
  const data = { site, plans: [], sheets: {} }
  const page = await renderPage(rechargePage, '/account/recharge?plan=pro&num=2', data)
  const { screen } = page
  return {
    ...page,
    asked,
    way: (name: string) => screen.getByRole('radio', { name, exact: true }),
    payButton: screen.getByRole('button', { name: /^立即支付/ }),
    cardNumber: screen.getByLabelText('卡号', { exact: true }),
    dialog: screen.getByRole('dialog', { name: '微信扫码支付' }),
  }
}

/** The clock stands still until the test moves it. */
function stopClock() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

/** The server gives a code, and says this of the order whenever it is asked. */
function giveCode(asIs: Order = order) {
  const orders = { now: asIs, questions: 0 }
  const confirmed = answer(confirmPayment, {
    status: 'requires_action',
    orderId: 'order-1',
    nextAction: {
      type: 'qr',
      code: { size: 3, path: 'M0 0h3v3h-3z' },
      url: 'https://wallet.example/how',
    },
  })
  reply(queryOrder, () => {
    orders.questions += 1
    return Response.json({ statusCode: 200, message: 'ok', data: { order: orders.now } })
  })
  return { orders, confirmed }
}

async function openCode() {
  const server = giveCode()
  const page = await open()
  await page.way('微信支付').click()
  await page.payButton.click()
  await expect.element(page.dialog).toBeVisible()
  return { ...page, ...server }
}

test('cards or wallets alone are no choice; of several methods the first one is selected', async () => {
  const cards = await open(['card'])
  await expect.element(cards.cardNumber).toBeVisible()
  await expect
    .element(cards.screen.getByRole('heading', { name: /付款方式 ?银行卡/ }))
    .toBeVisible()
  await expect.element(cards.way('银行卡')).not.toBeInTheDocument()
  await cards.screen.unmount()

  const wallets = await open(['alipay'])
  await expect.element(wallets.screen.getByText(/前往支付宝付款/)).toBeVisible()
  await expect.element(wallets.payButton).toBeEnabled()
  await expect.element(wallets.cardNumber).not.toBeInTheDocument()
  await wallets.screen.unmount()

  const all = await open(['alipay', 'wechat_pay', 'card'])
  await expect.element(all.way('支付宝')).toBeChecked()
})

test('a wallet needs no card form; a typed card stays when switching back', async () => {
  const { way, cardNumber, payButton, screen } = await open()
  await cardNumber.fill('4242')
  await way('支付宝').click()
  await expect.element(cardNumber).not.toBeVisible()
  await expect.element(screen.getByText(/前往支付宝付款/)).toBeVisible()
  await expect.element(payButton).toBeEnabled()
  await way('银行卡').click()
  await expect.element(cardNumber).toHaveValue('4242')
})

test('the last chosen method is selected on the next visit while it is on', async () => {
  const first = await open()
  await first.way('微信支付').click()
  await first.screen.unmount()
  const next = await open()
  await expect.element(next.way('微信支付')).toBeChecked()
  await next.screen.unmount()
  const without = await open(['card', 'alipay'])
  await expect.element(without.way('银行卡')).toBeChecked()
})

test('the QR code shows price and time left; after a short network failure too it shows the result once paid', async () => {
  stopClock()
  const { dialog, confirmed, address } = await openCode()
  expect(confirmed).toEqual([{ clientSecret: 'pi_1_secret_2', paymentMethodId: 'wechat_pay' }])
  await expect.element(dialog).toMatchTextContent('¥199.80')
  await expect.element(dialog.getByRole('img', { name: '微信付款二维码' })).toBeVisible()
  await expect
    .element(dialog.getByRole('timer'))
    .toMatchTextContent(/^(20 分 00 秒|19 分 \d\d 秒)$/)
  await expect
    .element(dialog.getByRole('link', { name: '无法扫码？' }))
    .toHaveAttribute('href', 'https://wallet.example/how')
  const inVain = refuse(queryOrder, 'DEPENDENCY_DOWN')
  for (const count of [1, 2]) {
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(() => inVain).toHaveLength(count)
  }
  giveCode(orderOf({ id: 'order-1' }))
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.poll(address).toBe('/account/stripe-callback?order=order-1')
})

/** Dark where the code of `giveCode` is, light elsewhere. */
async function expectCodeOn(picture: ImageBitmapSource): Promise<void> {
  const bitmap = await createImageBitmap(picture)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const brush = canvas.getContext('2d')!
  brush.drawImage(bitmap, 0, 0)
  // three modules and a border of four on each side
  const module = bitmap.width / 11
  const [corner, edge, code] = [0.5, 3.5, 5.5].map((at) =>
    [...brush.getImageData(at * module, at * module, 1, 1).data].join(' '),
  )
  expect([corner, edge, code]).toEqual(['255 255 255 255', '255 255 255 255', '0 0 0 255'])
}

test('the QR code is an image, which a long press saves and an iPhone shares', async () => {
  const { dialog, screen } = await openCode()
  const picture = dialog.getByRole('img', { name: '微信付款二维码' }).element()
  if (!(picture instanceof HTMLImageElement)) throw new Error('no picture')
  await picture.decode()
  expect(picture.naturalWidth).toBeGreaterThanOrEqual(600)
  await expectCodeOn(picture)

  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS)')
  const given = Promise.withResolvers<File | undefined>()
  const share = async ({ files }: ShareData = {}) => given.resolve(files?.[0])
  Object.assign(navigator, { canShare: () => true, share })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'canShare')
    Reflect.deleteProperty(navigator, 'share')
  })
  // this browser has a mouse, to which the ways of a phone are not shown
  const [button] = [...document.querySelectorAll<HTMLElement>('.scan-here button')]
  button?.click()
  const file = await given.promise
  expect(file?.name).toBe('微信付款码.png')
  await expectCodeOn(file!)
  await expect.element(screen.getByRole('dialog')).toBeVisible()
})

test('an expired QR code leads to the result', async () => {
  stopClock()
  const { orders, confirmed } = giveCode({
    ...order,
    expiresAt: new Date(Date.now() + 1500).toISOString(),
  })
  const { way, payButton, dialog, address } = await open()
  await way('微信支付').click()
  await payButton.click()
  await expect.element(dialog).toBeVisible()
  orders.now = { ...order, state: 'expired' }
  await vi.advanceTimersByTimeAsync(1_500)
  await expect.poll(address).toBe('/account/stripe-callback?order=order-1')
  expect(confirmed).toHaveLength(1)
})

test('closing the QR code shows the open order, and paying shows the code again', async () => {
  stopClock()
  const { dialog, screen, payButton, confirmed, orders } = await openCode()
  answer(orderList, { list: [order], total: 1, page: 1, pageSize: 10 })
  await dialog.getByRole('button', { name: '稍后再付' }).click()
  await expect.element(screen.getByText(/以下支付的是该订单/)).toBeVisible()
  const { questions } = orders
  await vi.advanceTimersByTimeAsync(10_000)
  expect(orders.questions).toBe(questions)
  await payButton.click()
  await expect.element(dialog).toBeVisible()
  expect(confirmed).toHaveLength(2)
})
