import { expect, test } from 'vitest'
import { expireCredit } from '../../credit/expire-credit-job.ts'
import { readLots } from '../../testing/credit.ts'
import { LARGE, startShop } from '../../testing/shop.ts'
import { listCreditEntries } from '../orders/list-credit-entries.ts'
import { lockOrder } from '../orders/orders.store.ts'

const DAY_MS = 86_400_000

test('credit and bonus of an order end as many days after the payment as the plan says', async () => {
  await using shop = await startShop()
  await shop.sql`update plans set valid_days = 30 where id = ${LARGE.id}`
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann, { id: LARGE.id })
  const { paidAt = '' } = await shop.order(ann, orderId)
  const expiresAt = new Date(Date.parse(paidAt) + 30 * DAY_MS)

  expect(await readLots(shop.sql)).toEqual([
    { kind: 'purchase', granted: 5000, remaining: 5000, expiresAt },
    { kind: 'bonus', granted: 500, remaining: 500, expiresAt },
  ])
})

test('credit of an order expires while its row is locked, without a deadlock', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann)
  shop.advance(91 * DAY_MS)

  await shop.sql.begin(async (tx) => {
    await lockOrder(tx, orderId)
    await expireCredit(shop.deps)
  })

  const { list } = await listCreditEntries(shop.deps, ann.user.id, { page: 1, pageSize: 20 })
  expect(list).toMatchObject([{ type: 'expire', orderId }, { type: 'purchase' }])
})
