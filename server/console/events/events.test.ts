import { expect, test } from 'vitest'
import { listConsoleEvents } from '#contract/console/events.ts'
import type { CallInputOf } from '#contract/endpoint.ts'
import { startConsoleShop } from '../../testing/console/console-shop.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { refundAsOperator } from '../../testing/refunds.ts'

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

const fixtureOf = oncePerFile(startConsoleShop)

type Fixture = Awaited<ReturnType<typeof startConsoleShop>>
type Filter = CallInputOf<typeof listConsoleEvents>

async function listed({ viewer }: Fixture, filter: Filter) {
  const { status, body } = await viewer.call(listConsoleEvents, filter)
  if (status !== 200) throw new Error(`${status} ${body.code}: ${body.message}`)
  return body.data
}

test('applied events: listed with their orders, found by id, type and order', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser()
  const { orderId, intentId } = await shop.buy(ann)
  const { orderNo } = await shop.order(ann, orderId)
  const { orderId: other } = await shop.buy(ann)
  await refundAsOperator(shop, other)
  await shop.receiveEvents()
  await shop.sql`
      insert into provider_events (id, type, created_at, applied_at)
      values ('evt_before_the_column', 'payment_intent.succeeded', now(), now() - interval '1 day')`

  const paid = await listed(fixture, { order: orderNo })
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
  expect(await listed(fixture, { order: intentId })).toEqual(paid)
  expect(await listed(fixture, { order: orderId, type: 'charge.refunded' })).toMatchObject({
    events: [],
  })
  expect(await listed(fixture, { id: paid.events[0]!.id })).toEqual(paid)
  expect((await listed(fixture, { order: '202601010000000000' })).events).toEqual([])
  expect((await listed(fixture, { id: 'evt_unknown' })).events).toEqual([])
  const all = await listed(fixture, {})
  expect(all.events.find(({ id }) => id === 'evt_before_the_column')).toMatchObject({
    id: 'evt_before_the_column',
    orderId: null,
    orderNo: null,
  })
  const { events } = await listed(fixture, { type: 'payment_intent.succeeded' })
  expect(events.map((event) => event.orderId)).toEqual([other, orderId, null])
  expect(all.events.length).toBeGreaterThan(events.length)
})

test('pages to the end: every event once, also those of one moment; a wrong place is refused', async () => {
  const fixture = await fixtureOf()
  await fixture.shop.sql`
      insert into provider_events (id, type, created_at, applied_at)
      select 'evt_' || lpad(n::text, 3, '0'), 'charge.of.one.moment', now(),
        '2026-01-01T00:00:00.123456Z'::timestamptz + (n / 5) * interval '1 us'
      from generate_series(0, 22) n`
  const seen: string[] = []
  let before: string | undefined
  do {
    const { events, next } = await listed(fixture, {
      type: 'charge.of.one.moment',
      limit: 4,
      ...(before && { before }),
    })
    seen.push(...events.map(({ id }) => id))
    before = next ?? undefined
  } while (before !== undefined)
  const ids = Array.from({ length: 23 }, (_, n) => `evt_${String(n).padStart(3, '0')}`)
  expect(seen).toEqual(ids.toReversed())
  const { status, body } = await fixture.viewer.call(listConsoleEvents, { before: 'evt_1' })
  expect([status, body.code, body.message]).toEqual([
    400,
    'VALIDATION',
    '翻页位置不正确，请从第一页看起',
  ])
})
