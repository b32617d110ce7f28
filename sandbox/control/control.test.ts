import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { expect, test, vi } from 'vitest'
import {
  catchStripeError,
  SECRET_KEY,
  SHOP,
  startTestSandbox,
  POLLING,
} from '../testing/test-sandbox.ts'

const TEN_MINUTES_MS = 600_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A control call with a free choice of its headers. */
function call(
  url: string,
  method: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', reject).end(body)
  })
}

test('an offset moves the time of new objects; waiting tasks wait as long as before', async () => {
  await using sandbox = await startTestSandbox({ processingMs: 60_000 })
  const { id } = await sandbox.newIntent()
  const slow = await sandbox.newMethod('4000000000008005')
  await sandbox.confirm(id, { payment_method: slow.id })

  for (const offset_ms of [TEN_MINUTES_MS, -TEN_MINUTES_MS]) {
    const clock = await sandbox.control('/clock', { offset_ms })
    expect(clock).toMatchObject({ offset_ms })
    const before = Date.now()
    const { created } = await sandbox.newIntent()
    const atMs = created * 1000 - offset_ms
    // in whole seconds
    expect(atMs).toBeGreaterThan(before - 1000)
    expect(atMs).toBeLessThanOrEqual(Date.now())
  }
  expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe('processing')
  await sandbox.restart()
  expect(await sandbox.control('/clock')).toMatchObject({ offset_ms: -TEN_MINUTES_MS })
  await sandbox.control('/clock', { advance_ms: 60_000 })
  await vi.waitFor(async () => {
    expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  }, POLLING)
})

/** An intent that waits for a code to be scanned. */
async function startScanning(sandbox: Awaited<ReturnType<typeof startTestSandbox>>) {
  const { id } = await sandbox.newIntent()
  await sandbox.stripe.paymentIntents.confirm(id, {
    payment_method_data: { type: 'wechat_pay' },
    payment_method_options: { wechat_pay: { client: 'web' } },
    return_url: SHOP,
  })
  return id
}

test('a wallet code expires when time passes, on a clock that is fast or slow', async () => {
  await using sandbox = await startTestSandbox()
  for (const offset_ms of [2 * HOUR_MS, -2 * HOUR_MS]) {
    const id = await startScanning(sandbox)
    await sandbox.control('/clock', { offset_ms })
    await sandbox.control('/clock', { advance_ms: HOUR_MS - 60_000 })
    expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe('requires_action')
    await sandbox.control('/clock', { advance_ms: 60_000 })
    await vi.waitFor(async () => {
      expect(await sandbox.stripe.paymentIntents.retrieve(id)).toMatchObject({
        status: 'requires_payment_method',
        last_payment_error: { code: 'payment_intent_payment_attempt_expired' },
      })
    }, POLLING)
  }
})

test('an expiring WeChat code does not end a later card attempt', async () => {
  await using sandbox = await startTestSandbox()
  const id = await startScanning(sandbox)
  await sandbox.confirm(id, { payment_method: 'pm_card_authenticationRequired' })
  await sandbox.control('/clock', { advance_ms: 2 * HOUR_MS })
  await vi.waitFor(async () => {
    expect(await sandbox.control('')).toHaveProperty('waiting', {})
  }, POLLING)
  expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe('requires_action')
})

test('advancing the clock loses an unanswered dispute and closes an inquiry', async () => {
  await using sandbox = await startTestSandbox()
  for (const method of ['pm_card_createDispute', 'pm_card_createDisputeInquiry']) {
    const { id } = await sandbox.newIntent()
    await sandbox.confirm(id, { payment_method: method })
  }
  await sandbox.control('/clock', { advance_ms: 8 * DAY_MS - HOUR_MS })
  const open = await sandbox.stripe.disputes.list()
  expect(open.data.map(({ status }) => status)).toEqual([
    'warning_needs_response',
    'needs_response',
  ])
  await sandbox.control('/clock', { advance_ms: DAY_MS + HOUR_MS })
  await vi.waitFor(async () => {
    const { data } = await sandbox.stripe.disputes.list()
    expect(data).toMatchObject([
      { status: 'warning_closed', evidence_details: { past_due: true } },
      { status: 'lost', evidence_details: { past_due: true } },
    ])
  }, POLLING)
})

test('control calls create a refund and a dispute and decide it', async () => {
  await using sandbox = await startTestSandbox()
  const { id } = await sandbox.newIntent({ amount: 5000 })
  await sandbox.confirm(id)
  const refund = await sandbox.control(`/payments/${id}/refund`, { amount: 1200 })
  expect(refund).toMatchObject({ object: 'refund', amount: 1200, payment_intent: id })

  const dispute = await sandbox.control(`/payments/${id}/dispute`, {
    reason: 'product_not_received',
  })
  expect(dispute).toMatchObject({ object: 'dispute', amount: 3800, reason: 'product_not_received' })
  const [found] = (await sandbox.stripe.disputes.list({ payment_intent: id })).data
  expect(await sandbox.control(`/disputes/${found?.id}/win`, {})).toMatchObject({ status: 'won' })

  const { data } = await sandbox.stripe.events.list({ limit: 100 })
  const types = data.map(({ type }) => type).toReversed()
  expect(types.slice(3)).toEqual([
    'refund.created',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
  ])
  expect(data[0]?.request).toMatchObject({ idempotency_key: null })
})

test('an inquiry created by a control call can be escalated and lost, and then not decided again', async () => {
  await using sandbox = await startTestSandbox()
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)
  await sandbox.control(`/payments/${id}/dispute`, { reason: 'inquiry' })
  const [inquiry] = (await sandbox.stripe.disputes.list()).data
  const decide = (how: string) => sandbox.control(`/disputes/${inquiry?.id}/${how}`, {})
  expect(await decide('escalate')).toMatchObject({ status: 'needs_response' })
  await expect(decide('escalate')).rejects.toThrow('400')
  expect(await decide('lose')).toMatchObject({ status: 'lost' })
  for (const how of ['win', 'lose', 'escalate']) await expect(decide(how)).rejects.toThrow('400')
  expect(await sandbox.control('')).toHaveProperty('waiting', {})
})

const REFUSED = [
  { path: '/clock', body: {} },
  { path: '/clock', body: { offset_ms: 1, advance_ms: 1 } },
  { path: '/clock', body: { advance_ms: -1 } },
  { path: '/clock', body: { offset_ms: 1e14 } },
  { path: '/faults', body: { calls: [{ on: '*', fault: 'fire' }] } },
  { path: '/faults', body: { calls: [{ on: '*', fault: 'double' }] } },
  { path: '/faults', body: { calls: [{ on: '*' }] } },
  { path: '/faults', body: { webhooks: [{ fault: 'drop', percent: 101 }] } },
  { path: '/faults', body: { webhooks: [{ fault: 'drop', percent: 'many' }] } },
  { path: '/faults', body: { webhooks: [{ fault: 'late', delay_ms: -1 }] } },
  { path: '/faults', body: { webhooks: [{ fault: 'late', colour: 'red' }] } },
  { path: '/faults', body: { seed: 'x' } },
  { path: '/payments/pi_none/refund', body: {} },
  { path: '/disputes/du_none/win', body: {} },
]

test('a control call with bad input is refused and changes nothing', async () => {
  await using sandbox = await startTestSandbox()
  const before = await sandbox.control('/faults')
  for (const { path, body } of REFUSED) {
    const refusal = await sandbox.control(path, body).catch(String)
    expect([path, body, refusal]).toEqual([path, body, expect.stringMatching(/ 40[04] /)])
  }
  expect(await sandbox.control('/faults')).toEqual(before)
  expect(await sandbox.control('/clock')).toMatchObject({ offset_ms: 0 })
})

test("control calls are accepted from this machine or with the key, and not from another site's page", async () => {
  await using sandbox = await startTestSandbox()
  const url = `${sandbox.url}/_sandbox/faults`
  const key = { authorization: `Bearer ${SECRET_KEY}` }
  const host = { host: 'pay.example' }
  expect(await call(url, 'DELETE')).toBe(200)
  expect(await call(url, 'DELETE', host)).toBe(401)
  for (const header of ['X-Forwarded-For', 'X-Real-IP', 'CF-Connecting-IP', 'Forwarded', 'Via']) {
    expect([header, await call(url, 'DELETE', { [header]: '203.0.113.9' })]).toEqual([header, 401])
  }
  expect(await call(url, 'DELETE', { ...host, authorization: 'Bearer sk_test_x' })).toBe(401)
  expect(await call(url, 'DELETE', { ...host, ...key })).toBe(200)
  expect(await call(url, 'GET', host)).toBe(401)
  for (const origin of ['http://evil.example', 'null', SHOP]) {
    expect(await call(url, 'DELETE', { origin })).toBe(403)
  }
  expect(await call(url, 'DELETE', { origin: sandbox.url })).toBe(200)
  const form = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'http://evil.example',
  }
  expect(await call(url, 'POST', form, 'calls[0][fault]=error_before')).toBe(403)
  expect(await sandbox.control('/faults')).toMatchObject({ calls: [] })
})

const ownAddress = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

test.skipIf(ownAddress === undefined)(
  'a Host header of localhost does not make a remote caller local',
  async () => {
    await using sandbox = await startTestSandbox({ host: '0.0.0.0' })
    const { port } = new URL(sandbox.url)
    const url = `http://${ownAddress}:${port}/_sandbox/faults`
    expect(await call(url, 'GET', { host: 'localhost' })).toBe(401)
    const key = { host: 'localhost', authorization: `Bearer ${SECRET_KEY}` }
    expect(await call(url, 'GET', key)).toBe(200)
  },
)

test('a fault plan is accepted as a form, and DELETE removes it', async () => {
  await using sandbox = await startTestSandbox()
  const plan = new URLSearchParams({
    seed: '3',
    'calls[0][on]': 'payment_intents.create',
    'calls[0][fault]': 'error_before',
  })
  await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: plan })
  expect(await catchStripeError(sandbox.newIntent())).toMatchObject({ statusCode: 500 })
  await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' })
  expect((await sandbox.newIntent()).object).toBe('payment_intent')
  const after = await sandbox.control('/faults')
  expect(after).toMatchObject({ calls: [] })
  expect(after).toHaveProperty('counts.calls', {})
})
