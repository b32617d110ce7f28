import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import {
  PUBLISHABLE_KEY,
  SECRET_KEY,
  SHOP,
  sandboxPerFile,
  startTestSandbox,
} from '../testing/test-sandbox.ts'

const sandboxOf = sandboxPerFile()

const DAY_MS = 24 * 60 * 60 * 1000

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

test('a control call with bad input is refused and changes nothing', async () => {
  const sandbox = await sandboxOf()
  const rule = { on: '*', fault: 'late', percent: 10 }
  for (const plan of [
    { webhooks: [{ ...rule, percent: 101 }] },
    { webhooks: [{ ...rule, fault: 'reset_after' }] },
    { calls: [rule] },
    { webhooks: [{ ...rule, delay_ms: -1 }] },
    { unknown: 1 },
  ]) {
    await expect(sandbox.setFaults(plan)).rejects.toThrow('faults: 400')
  }
  const id = await sandbox.pay()
  for (const [path, form] of [
    [`/payments/${id}/refund`, { amount: '0' }],
    [`/payments/${id}/refund`, { amount: '9901' }],
    [`/payments/${id}/dispute`, { reason: 'spite' }],
    [`/payments/${id}/dispute`, { colour: 'red' }],
    ['/payments/pi_none/refund', {}],
    ['/disputes/du_none/win', {}],
    ['/deliveries', { events: 'never' }],
  ] as const) {
    await expect(sandbox.control(path, form)).rejects.toThrow(/ 40[04] /)
  }
  expect(await sandbox.chargeOf(id)).toMatchObject({ amount_refunded: 0, disputed: false })
})

test("control calls are accepted from this machine or with the key, and not from another site's page", async () => {
  const sandbox = await sandboxOf()
  const url = `${sandbox.url}/_sandbox/deliveries`
  const post = (headers?: Record<string, string>) =>
    call(url, 'POST', { 'content-type': 'application/x-www-form-urlencoded', ...headers }, '')
  const key = { authorization: `Bearer ${SECRET_KEY}` }
  const host = { host: 'pay.example' }
  expect(await post()).toBe(200)
  expect(await post(host)).toBe(401)
  for (const header of ['X-Forwarded-For', 'X-Real-IP', 'CF-Connecting-IP', 'Forwarded', 'Via']) {
    expect([header, await post({ [header]: '203.0.113.9' })]).toEqual([header, 401])
  }
  expect(await post({ ...host, authorization: 'Bearer sk_test_x' })).toBe(401)
  expect(await post({ ...host, ...key })).toBe(200)
  expect(await call(`${sandbox.url}/_sandbox`, 'GET', host)).toBe(401)
  for (const origin of ['http://evil.example', 'null', SHOP]) {
    expect(await post({ origin })).toBe(403)
  }
  expect(await post({ origin: sandbox.url })).toBe(200)
})

const ownAddress = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

test.skipIf(ownAddress === undefined)(
  'a Host header of localhost does not make a remote caller local',
  async () => {
    await using sandbox = await startTestSandbox({ host: '0.0.0.0' })
    const { port } = new URL(sandbox.url)
    const url = `http://${ownAddress}:${port}/_sandbox`
    expect(await call(url, 'GET', { host: 'localhost' })).toBe(401)
    const key = { host: 'localhost', authorization: `Bearer ${SECRET_KEY}` }
    expect(await call(url, 'GET', key)).toBe(200)
  },
)

/** A call at a time of the past; returns the status and what was answered. */
async function callAt(url: string, params: Record<string, string>, at: string, key = SECRET_KEY) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'sandbox-time': at },
    body: new URLSearchParams(params),
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that the test compares
  const body = (await response.json()) as { id: string; created: number }
  return { status: response.status, body }
}

test('call of the past: its objects and events are of that time, and no event is sent', async () => {
  await using sandbox = await startTestSandbox({
    webhook: { url: 'http://127.0.0.1:9/', secret: 'whsec_x' },
  })
  const intents = `${sandbox.url}/v1/payment_intents`
  const asked = { amount: '1990', currency: 'cny' }
  const at = Math.floor((Date.now() - 40 * DAY_MS) / 1000) * 1000
  const { body } = await callAt(intents, asked, String(at))
  expect(body.created).toBe(at / 1000)
  const { data } = await sandbox.stripe.events.list()
  expect(data).toMatchObject([{ type: 'payment_intent.created', created: at / 1000 }])
  expect(await sandbox.control('')).toEqual({ waiting: {} })

  for (const time of [String(Date.now() + DAY_MS), 'yesterday', '-1', '1.5']) {
    const { status } = await callAt(intents, asked, time)
    expect([time, status]).toEqual([time, 400])
  }
  // a browser cannot choose a time
  const methods = `${sandbox.url}/v1/payment_methods`
  const made = await callAt(methods, { type: 'alipay' }, '0', PUBLISHABLE_KEY)
  expect(made.body.created).toBeGreaterThan(at / 1000)
})

test('forgotten payments leave nothing behind; others stay', async () => {
  await using sandbox = await startTestSandbox({ processingMs: 60_000 })
  const pay = async () => {
    const id = await sandbox.pay('pm_card_pendingRefund')
    await sandbox.control(`/payments/${id}/refund`, { amount: '100' })
    await sandbox.control(`/payments/${id}/dispute`, { end: 'lost' })
    return id
  }
  const gone = await pay()
  const kept = await pay()
  await sandbox.control('/payments/forget', { ids: `${gone},pi_unknown` })
  const { stripe } = sandbox
  expect((await stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([kept])
  for (const list of [stripe.refunds, stripe.disputes]) {
    expect((await list.list()).data.map((each) => each.payment_intent)).toEqual([kept])
  }
  expect(await sandbox.eventsOf(gone)).toEqual([])
  expect(await sandbox.control('')).toEqual({ waiting: { refund: 1 } })
})
