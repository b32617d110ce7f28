import { expect, test } from 'vitest'
import { PaymentFailure } from '../../gateways/payments/payments.ts'
import { stripePayments } from '../../gateways/payments/stripe-payments.ts'
import { connect, type Sql } from '../../db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/harness.ts'
import { SMALL, startShop } from '../../testing/shop.ts'
import { createMetrics, type Metrics } from './metrics.ts'

/** The lines of a scrape that begin with `start`. */
async function linesOf({ registry }: Metrics, start: string): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith(start))
}

test('orders_open counts unpaid open orders by state', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  await shop.checkout(ann, { id: SMALL.id, num: 2 })
  const { orderId } = await shop.checkout(ann, { id: SMALL.id, num: 3 })
  await shop.sql`update orders set state = 'processing' where id = ${orderId}`
  await shop.buy(await shop.newUser())
  const settled = await shop.checkout(await shop.newUser())
  await shop.sql`update orders set state = 'exception', open_slot = null where id = ${settled.orderId}`

  const lines = await linesOf(createMetrics(shop.sql), 'orders_open{')

  expect(lines.toSorted()).toEqual([
    'orders_open{state="pending"} 1',
    'orders_open{state="processing"} 1',
  ])
})

test('the jobs metric counts due and dead jobs, not finished or later ones', async () => {
  await using server = await startTestServer()
  await addJobs(server)

  const lines = await linesOf(createMetrics(server.sql), 'jobs{')

  expect(lines.toSorted()).toEqual([
    'jobs{kind="mail",state="dead"} 1',
    'jobs{kind="mail",state="waiting"} 2',
  ])
})

async function addJobs({ sql }: TestServer): Promise<void> {
  await sql`
    insert into jobs (id, kind, payload, run_at, state)
    select gen_random_uuid(), 'mail', '{}', now() + minutes * interval '1 minute', state
    from (values (-1, 'waiting'), (-2, 'waiting'), (9, 'waiting'), (-1, 'dead'), (-1, 'done'))
      job (minutes, state)`
}

test('operator_alerts sums the repetitions of all alerts of a kind', async () => {
  await using server = await startTestServer()
  await server.sql`
    insert into alerts (kind, subject, facts, times, first_at, last_at)
    values ('refund_failed', 're_1', '{}', 2, now(), now()), ('refund_failed', 're_2', '{}', 1, now(), now())`

  const lines = await linesOf(createMetrics(server.sql), 'operator_alerts{')

  expect(lines).toEqual(['operator_alerts{kind="refund_failed"} 3'])
})

test('timed_job metrics show failures in a row and the time of the last success', async () => {
  await using server = await startTestServer()
  await server.sql`
    insert into timed_jobs (name, failures, failing_since, succeeded_at)
    values ('good', 0, null, to_timestamp(1700000000.5)), ('bad', 3, now(), null)`

  const lines = await linesOf(createMetrics(server.sql), 'timed_job_')

  expect(lines.toSorted()).toEqual([
    'timed_job_failures{job="bad"} 3',
    'timed_job_failures{job="good"} 0',
    'timed_job_last_success_timestamp_seconds{job="bad"} 0',
    'timed_job_last_success_timestamp_seconds{job="good"} 1700000000.5',
  ])
})

test('a failed provider call is measured under its name and outcome', async () => {
  await using server = await startTestServer()
  const metrics = createMetrics(server.sql)
  const { payments } = server.config
  const timed = metrics.timePayments(stripePayments({ ...payments, apiBase: 'http://127.0.0.1:1' }))

  await expect(timed.within(2_000).retrieveIntent('pi_1')).rejects.toThrow(PaymentFailure)

  expect(await linesOf(metrics, 'payment_provider_seconds_count')).toEqual([
    'payment_provider_seconds_count{call="retrieve",outcome="unavailable"} 1',
  ])
})

test('a scrape without a database contains the metrics of the process only', async () => {
  const sql: Sql = connect('postgres://nobody@127.0.0.1:1/none')
  const metrics = createMetrics(sql)

  expect(await linesOf(metrics, 'orders_open{')).toEqual([])
  expect(await linesOf(metrics, 'payment_webhook_last_good_timestamp_seconds ')).toHaveLength(1)
  await sql.end()
})
