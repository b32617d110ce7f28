import { buyTrial } from '../fixtures/checkout.ts'
import { fillInLogin, fillInRegistration } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'
import { listOrders } from '../fixtures/ledger.ts'
import { operateShop } from '../fixtures/operate-shop.ts'

test('§4 source: the source of an advertisement is stored on the user and the order', async ({
  page,
  context,
  inbox,
  baseURL,
}) => {
  test.slow()
  const password = 'an-arc-between-two-shores'
  const sourceKept = async () =>
    (await context.cookies()).find(({ name }) => name === 'user_source')?.value

  await page.goto('/gg?source=spring-letter')
  expect(await sourceKept()).toBe('spring-letter')
  await page.getByRole('link', { name: '免费注册，先看再买' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('注册')
  // a page without a source keeps the stored one
  expect(await sourceKept()).toBe('spring-letter')

  await fillInRegistration(page, inbox, password)
  await fillInLogin(page, { email: inbox.address, password })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('账户中心')

  await buyTrial(page)

  const [order] = await listOrders(context.request)
  const found = await operateShop(baseURL!, 'users', 'find', inbox.address, '--json')
  expect(JSON.parse(found)).toMatchObject([{ source: 'spring-letter' }])
  const shown = await operateShop(baseURL!, 'orders', 'show', order!.orderNo, '--json')
  expect(JSON.parse(shown)).toMatchObject({ owner: { source: 'spring-letter' } })
})
