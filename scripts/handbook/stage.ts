import { api } from '#contract/api.ts'
import { callAsCustomer } from '#harness/buyer-call.ts'
import { openAccounts } from '#harness/customers.ts'
import type { HandbookShop } from './start-shop.ts'

/** The customer of the handbook; the mail server knows no such mailbox. */
export const CUSTOMER_EMAIL = 'lin@customer.example'
/** A customer whose login needs a passkey. */
export const PASSKEY_CUSTOMER_EMAIL = 'he@customer.example'

/** What the pictures show of the shop, beside the first page. */
export interface Stage {
  consoleUrl: string
  /** The customer's order: paid, and its receipt not delivered. */
  orderNo: string
  /** An order that was not paid here. */
  unpaidOrderNo: string
  /** Yesterday, by the shop's clock: its books are complete. */
  day: string
}

const DAY_MS = 24 * 60 * 60 * 1000
const CHINA_MS = 8 * 60 * 60 * 1000

/** Fills the shop: demo data, a customer who is logged in, has paid and gets no mail, and one with a passkey. */
export async function setStage(shop: HandbookShop): Promise<Stage> {
  await shop.operate('demo')
  const [customer, other] = await openAccounts(shop, 2)
  if (customer === undefined || other === undefined) throw new Error('no customers')
  await shop.sql`
    update users set nickname = '林小满', email = ${CUSTOMER_EMAIL} where id = ${customer.id}`
  await shop.sql`
    with passkey as (
      insert into user_passkeys (id, user_id, name, public_key, counter, transports, is_synced, created_at)
      values ('handbook', ${other.id}, '手机', '', 0, '{}', false, now())
    )
    update users set nickname = '何宁', email = ${PASSKEY_CUSTOMER_EMAIL}, second_factor_since = now()
    where id = ${other.id}`
  const visitor = { url: shop.url, customer }
  const { createPaymentIntent, confirmPayment } = api.recharge
  const { clientSecret } = await callAsCustomer(visitor, createPaymentIntent, {
    id: 'standard',
    num: 1,
  })
  await callAsCustomer(visitor, confirmPayment, { clientSecret, paymentMethodId: 'pm_card_visa' })
  return {
    consoleUrl: shop.consoleUrl,
    orderNo: await newestOrder(shop, { userId: customer.id, state: 'paid' }),
    unpaidOrderNo: await newestOrder(shop, { userId: null, state: 'expired' }),
    day: new Date(Date.now() + CHINA_MS - DAY_MS).toISOString().slice(0, 10),
  }
}

async function newestOrder(
  { sql }: HandbookShop,
  { userId, state }: { userId: string | null; state: string },
): Promise<string> {
  const [order] = await sql<{ orderNo: string }>`
    select order_no as "orderNo" from orders
    where state = ${state} and (${userId}::uuid is null or user_id = ${userId}::uuid)
    order by id desc limit 1`
  if (order === undefined) throw new Error(`no ${state} order`)
  return order.orderNo
}
