import { expect, test } from 'vitest'
import type { WaitingItem } from '#contract/console/figures/figures.ts'
import { listAlerts } from '#contract/console/alerts.ts'
import { listConsoleOrders } from '#contract/console/orders/orders.ts'
import type { ConsoleClient } from '../../testing/console/console.ts'
import {
  insertOrders,
  startConsoleServer,
  startConsoleShop,
} from '../../testing/console/console-shop.ts'
import { figuresOf } from '../../testing/console/figures.ts'
import { perform } from '../../testing/console/signing.ts'
import { CARDS } from '../../testing/shop.ts'

test('each thing that waits has a line with its number, its oldest time and its page, the urgent ones first', async () => {
  await using fixture = await startConsoleServer()
  const { shop, viewer } = fixture
  const { sql } = shop
  const { user } = await shop.newUser()
  const [stuck, fresh, odd] = await insertOrders(sql, user.id, { count: 3 })
  await sql`
      update orders set state = 'processing', open_slot = 1, attempted_at = now() - interval '12 minutes'
      where id = ${stuck!}`
  await sql`
      update orders set state = 'processing', open_slot = 2, attempted_at = now() - interval '9 minutes'
      where id = ${fresh!}`
  await sql`update orders set state = 'exception' where id = ${odd!}`
  await sql`
      insert into jobs (id, kind, payload, state, finished_at) values
        (uuidv7(), 'mail', '{}', 'dead', now() - interval '26 hours'),
        (uuidv7(), 'mail', '{}', 'dead', now() - interval '8 days'),
        (uuidv7(), 'message', '{}', 'dead', now())`
  await sql`
      insert into alerts (kind, subject, facts, first_at, last_at) values
        ('provider_differs', '1', '{"reason": "x"}', now(), now() - interval '1 hour'),
        ('order_exception', '2', '{}', now(), now()),
        ('large_capture', '3', '{}', now(), now() - interval '4 days')`

  const { waiting } = await figuresOf(shop, viewer)
  expect(waiting.map(({ name, urgency, count }) => [name, urgency, count])).toEqual([
    ['stuck-payments', 'bad', 1],
    ['alerts', 'bad', 1],
    ['exceptions', 'wait', 1],
    ['dead-mails', 'quiet', 1],
  ])
  const ageOf = ({ since }: WaitingItem) => Math.round((Date.now() - Date.parse(since!)) / 60_000)
  expect(waiting.map(ageOf).filter((_, at) => at !== 2)).toEqual([12, 60, 26 * 60])
  expect(waiting[0]!.href).toMatch(/^\/orders\/order\?order=/)
  expect(waiting[1]!.detail).toContain('对账有差异')

  const { body } = await viewer.call(listAlerts, {})
  expect(body.data.alerts.map(({ kind, about }) => [kind, about])).toEqual([
    ['order_exception', '2'],
    ['provider_differs', '1'],
    ['large_capture', '3'],
  ])
})

test('several open disputes lead to the list of them alone, which has their deadlines; a request for a signature waits for those who may sign it', async () => {
  await using fixture = await startConsoleShop()
  const { shop, staff, viewer } = fixture
  const ann = await shop.newUser()
  await shop.buy(ann, { card: CARDS.disputed })
  await shop.buy(ann, { card: CARDS.disputed, num: 2 })
  const [odd] = await insertOrders(shop.sql, ann.user.id, { count: 1 })
  await shop.sql`update orders set state = 'exception' where id = ${odd!}`
  await shop.receiveEvents()

  const { waiting } = await figuresOf(shop, viewer)
  const line = waiting.find(({ name }) => name === 'disputes')!
  expect(line).toMatchObject({ count: 2, href: '/orders?disputed=1', action: '看争议' })
  const { orders } = (await viewer.call(listConsoleOrders, { disputed: '1' })).body.data
  expect(orders.map(({ dispute }) => dispute)).toEqual(['open', 'open'])
  expect(orders.map(({ disputeDueAt }) => disputeDueAt)).toContain(line.due)

  const finance = await staff.newOperator('finance')
  const owner = await staff.newOperator('owner')
  const support = await staff.newOperator('support')
  const given = { user: ann.user.email, give: '100001', reason: '补偿' }
  const { body } = await perform(finance, 'users credit', given)
  expect(body.data).toMatchObject({ is: 'waiting' })
  const namesFor = async (client: ConsoleClient) =>
    (await figuresOf(shop, client)).waiting
      .filter(({ name }) => name === 'signatures')
      .map(({ count }) => count)
  expect(await namesFor(owner)).toEqual([1])
  for (const other of [finance, support, viewer]) expect(await namesFor(other)).toEqual([])
})
