import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import * as rechargePage from '../recharge/checkout/recharge-page.tsx'
import { answerProfile } from './account.ts'
import { answer } from './network.ts'
import { samplePlans } from './plans.ts'
import { renderPage } from './render-page.tsx'
import { pendingOrderOf } from './samples.ts'

const { comboList, orderList, placeOrder } = api.recharge

/** The intent of two of the plan `pro`. */
export const sampleIntent = {
  clientSecret: 'pi_1_secret_2',
  orderId: 'order-1',
  amount: 19_980,
  currency: 'cny',
  provider: 'sandbox' as const,
}

/** The order of that intent. */
export const sampleOrder = pendingOrderOf({
  id: 'order-1',
  num: 2,
  amount: 19_980,
  credit: 24_000,
})

/** The server knows these orders of the user. */
export function answerOrders(list: Order[] = []) {
  return answer(orderList, { list, total: list.length, page: 1, pageSize: 10 })
}

/** The recharge page of a user with these orders, whose next order will be `order-1`. */
export async function openRecharge(
  at = '/account/recharge?plan=pro&num=2',
  orders: Order[] = [],
  plans = samplePlans,
) {
  answer(comboList, plans)
  answerProfile(12_480)
  answerOrders(orders)
  answer(placeOrder, { order: sampleOrder })
  const page = await renderPage(rechargePage, at)
  const { screen } = page
  const field = (label: string) => screen.getByLabelText(label, { exact: true })
  const plan = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) })
  /** The one of the two pay buttons that this width shows. */
  const payButton = screen.getByRole('button', { name: /^立即支付/ })
  const summary = screen.getByRole('complementary', { name: '订单摘要' })
  async function typeCard(number = '4242424242424242') {
    await field('卡号').fill(number)
    await field('有效期').fill('1245')
    await field('安全码').fill('123')
  }
  async function payWithCard() {
    await typeCard()
    await payButton.click()
  }
  return { ...page, field, plan, payButton, summary, typeCard, payWithCard }
}
