import { expect, test } from 'vitest'
import { listConsoleEvents } from '#contract/console/events.ts'
import type { CallInputOf } from '#contract/endpoint.ts'
import { startConsoleShop } from '../../testing/console/console-shop.ts'
import { ask } from '../../testing/console/console.ts'
import { refundAsOperator } from '../../testing/refunds.ts'

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

test('applied events: listed with their orders, found by id, type and order', async () => {
  await using fixture = await startConsoleShop()
  const { shop, viewer } = fixture
  const listed = (filter: CallInputOf<typeof listConsoleEvents>) =>
    ask(viewer, listConsoleEvents, filter)
  const ann = await shop.newUser()
  const { orderId, intentId } = await shop.buy(ann)
  const { orderNo } = await shop.order(ann, orderId)
  const { orderId: other } = await shop.buy(ann)
  await refundAsOperator(shop, other)
  await shop.receiveEvents()
  await shop.sql`
      insert into provider_events (id, type, created_at, applied_at)
      values ('evt_before_the_column', 'payment_intent.succeeded', now(), now() - interval '1 day')`

  const paid = await listed({ order: orderNo })
  expect(paid).toEqual({
    events: [
      {
        id: expect.stringMatching(/^evt_/),
        type: 'payment_intent.succeeded',
        createdAt: isoTime,
        appliedAt: isoTime,
        orderId,
        orderNo,
      },
    ],
    next: null,
  })
  expect(await listed({ order: intentId })).toEqual(paid)
  expect(await listed({ order: orderId, type: 'charge.refunded' })).toMatchObject({
    events: [],
  })
  expect(await listed({ id: paid.events[0]!.id })).toEqual(paid)
  expect((await listed({ order: '202601010000000000' })).events).toEqual([])
  expect((await listed({ id: 'evt_unknown' })).events).toEqual([])
  const all = await listed({})
  expect(all.events.find(({ id }) => id === 'evt_before_the_column')).toMatchObject({
    id: 'evt_before_the_column',
    orderId: null,
    orderNo: null,
  })
  const { events } = await listed({ type: 'payment_intent.succeeded' })
  expect(events.map((event) => event.orderId)).toEqual([other, orderId, null])
  expect(all.events.length).toBeGreaterThan(events.length)
})
