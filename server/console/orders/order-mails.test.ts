import { expect, test } from 'vitest'
import { listConsoleMails } from '#contract/console/mails.ts'
import { readConsoleOrder } from '#contract/console/orders/orders.ts'
import { startConsoleShop } from '../../testing/console/console-shop.ts'
import { perform } from '../../testing/console/signing.ts'

const LONG = 60_000

test(
  'receipts that operators sent again are among the mails of the order',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop, staff } = fixture
    const { orderId } = await shop.buy(await shop.newUser())
    const support = await staff.newOperator('support')
    for (const reason of ['没收到', '又没收到']) {
      const { body } = await perform(support, 'orders receipt', { order: orderId, reason })
      expect(body.data).toMatchObject({ is: 'done' })
    }

    const { mails, audit, timeline } = (await support.call(readConsoleOrder, { order: orderId }))
      .body.data

    expect(mails.map(({ title }) => title)).toEqual([
      '付款收据',
      '付款收据（重发）',
      '付款收据（重发）',
    ])
    // nothing came of it that the log would keep
    expect(audit.map(({ result }) => result)).toEqual([null, null])
    expect(timeline.at(-1)).toMatchObject({ what: '运营操作“重发收据”，完成', why: '又没收到' })
    await shop.sql`update jobs set state = 'done', payload = '{}', finished_at = now()`
    const { body } = await support.call(listConsoleMails, { state: 'done' })
    const named = body.data.mails.filter(({ subject }) => subject === null)
    expect(named.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['付款收据', '付款收据（重发）']),
    )
  },
  LONG,
)
