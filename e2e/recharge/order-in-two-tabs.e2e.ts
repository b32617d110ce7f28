import { api } from '#contract/api.ts'
import { callApi } from '../fixtures/call-api.ts'
import { expectResultPage, pressPay, typeCard } from '../fixtures/checkout.ts'
import { inspectPage } from '../fixtures/inspect-page.ts'
import { expectCreditedOnce } from '../fixtures/ledger.ts'
import { expect, test } from '../fixtures/test.ts'

test('open order shown in two tabs is paid once: the second tab and links left standing say that it is paid', async ({
  page,
  context,
  customer: _,
  expectedProblems,
}) => {
  const { order } = await callApi(page.request, api.recharge.placeOrder, { id: 'trial', num: 1 })
  await page.goto('/account/recharge?plan=trial')
  const second = await context.newPage()
  await second.goto(`/account/recharge?order=${order.id}`)
  const list = await context.newPage()
  await list.goto('/account/orders')
  await expect(list.getByRole('link', { name: '继续支付' })).toBeVisible()
  for (const tab of [page, second]) {
    await expect(tab.getByText('以下支付的是该订单，不会重复下单')).toBeVisible()
    await typeCard(tab, 'good')
  }
  await inspectPage(second)
  await pressPay(page, '¥19.90')
  await expectResultPage(page, '已到账')

  // refused before anything is charged
  expectedProblems.push(`409 POST ${api.recharge.placeOrder.path}`)
  await pressPay(second, '¥19.90')
  await list.getByRole('link', { name: '继续支付' }).click()
  for (const tab of [second, list]) {
    await expect(tab.getByRole('heading', { name: '订单已支付' })).toBeVisible()
    await expect(tab.getByText('这笔订单没有重复扣款。')).toBeVisible()
    await expect(tab.getByRole('button', { name: /^立即支付/ })).toBeHidden()
    await inspectPage(tab)
  }
  await second.getByRole('link', { name: '查看订单' }).click()
  await expect(second).toHaveURL(`/account/order?id=${order.id}`)
  await expectCreditedOnce(page.request, 200_000)
})
