import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { PaymentFailure } from '../../gateways/payments/payments.ts'
import { stripePayments } from '../../gateways/payments/stripe-payments.ts'
import { connect, type Sql } from '../../db/sql.ts'
import { loadConfig } from '../../config/config.ts'
import { RANDOM_KEY } from '../../testing/settings.ts'
import { SMALL, startShop } from '../../testing/shop.ts'
import { createMetrics, type Metrics } from './metrics.ts'

/** The lines of a scrape that begin with `start`. */
async function linesOf({ registry }: Metrics, start: string): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith(start))
}

test('a scrape counts open orders, due and dead jobs, alerts, and how each timed job goes', async () => {
  await using shop = await startShop()
  const { sql } = shop
  const ann = await shop.newUser()
  await shop.checkout(ann, { id: SMALL.id, num: 2 })
  const { orderId } = await shop.checkout(ann, { id: SMALL.id, num: 3 })
  await sql`update orders set state = 'processing' where id = ${orderId}`
  await shop.buy(await shop.newUser())
  const settled = await shop.checkout(await shop.newUser())
  await sql`update orders set state = 'exception', open_slot = null where id = ${settled.orderId}`
  await sql`delete from jobs`
  await sql`
    insert into jobs (id, kind, payload, run_at, state)
    select gen_random_uuid(), 'mail', '{}', now() + minutes * interval '1 minute', state
    from (values (-1, 'waiting'), (-2, 'waiting'), (9, 'waiting'), (-1, 'dead'), (-1, 'done'))
      job (minutes, state)`
  await sql`
    insert into alerts (kind, subject, facts, times, first_at, last_at)
    values ('refund_failed', 're_1', '{}', 2, now(), now()), ('refund_failed', 're_2', '{}', 1, now(), now())`
  await sql`
    insert into timed_jobs (name, failures, failing_since, succeeded_at)
    values ('good', 0, null, to_timestamp(1700000000.5)), ('bad', 3, now(), null)`
  const metrics = createMetrics(sql)
  const lines = await Promise.all(
    ['orders_open{', 'jobs{', 'operator_alerts{', 'timed_job_'].map((start) =>
      linesOf(metrics, start),
    ),
  )
  expect(lines.map((each) => each.toSorted())).toEqual([
    ['orders_open{state="pending"} 1', 'orders_open{state="processing"} 1'],
    ['jobs{kind="mail",state="dead"} 1', 'jobs{kind="mail",state="waiting"} 2'],
    ['operator_alerts{kind="refund_failed"} 3'],
    [
      'timed_job_failures{job="bad"} 3',
      'timed_job_failures{job="good"} 0',
      'timed_job_last_success_timestamp_seconds{job="bad"} 0',
      'timed_job_last_success_timestamp_seconds{job="good"} 1700000000.5',
    ],
  ])
})

test('a document is measured under one route, whichever it was', async () => {
  const metrics = createMetrics(connect('postgres://nobody@127.0.0.1:1/none'))
  const server = createServer((request, response) => {
    metrics.measureFile(request, response)
    response.writeHead(304).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  await fetch(`http://127.0.0.1:${address.port}/product`)
  await expect
    .poll(() => linesOf(metrics, 'http_answer_seconds_count'))
    .toEqual(['http_answer_seconds_count{method="GET",route="/*",status="3xx"} 1'])
  await new Promise((resolve) => server.close(resolve))
})

test('a failed provider call is measured under its name and outcome; without a database there are the metrics of the process', async () => {
  const sql: Sql = connect('postgres://nobody@127.0.0.1:1/none')
  const metrics = createMetrics(sql)
  const { payments } = loadConfig({ SECRET_KEY: RANDOM_KEY })
  const timed = metrics.timePayments(stripePayments({ ...payments, apiBase: 'http://127.0.0.1:1' }))

  await expect(timed.within(2_000).retrieveIntent('pi_1')).rejects.toThrow(PaymentFailure)

  expect(await linesOf(metrics, 'payment_provider_seconds_count')).toEqual([
    'payment_provider_seconds_count{call="retrieve",outcome="unavailable"} 1',
  ])
  expect(await linesOf(metrics, 'orders_open{')).toEqual([])
  expect(await linesOf(metrics, 'payment_webhook_last_good_timestamp_seconds ')).toHaveLength(1)
  await sql.end()
})
