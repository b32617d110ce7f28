import { type APIRequestContext, expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { callApi } from './call-api.ts'

/** All orders of whoever's cookies `request` keeps, newest first. Nobody asks the payment provider for it. */
export async function ordersOf(request: APIRequestContext): Promise<Order[]> {
  return (await callApi(request, api.recharge.orderList, {})).list
}

/** The account has bought once: one paid order, credited by one entry and no more. */
export async function expectCreditedOnce(
  request: APIRequestContext,
  credit: number,
): Promise<void> {
  const orders = await ordersOf(request)
  expect(orders).toHaveLength(1)
  expect(orders[0]).toMatchObject({ state: 'paid', credit })
  const { list } = await callApi(request, api.recharge.creditEntries, {})
  expect(list).toHaveLength(1)
  expect(list[0]).toMatchObject({ orderId: orders[0]?.id, delta: credit, balanceAfter: credit })
  const profile = await callApi(request, api.account.profile, {})
  expect(profile.credit.balance).toBe(credit)
}
