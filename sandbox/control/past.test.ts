import { expect, test } from 'vitest'
import { PUBLISHABLE_KEY, SECRET_KEY, startTestSandbox } from '../testing/test-sandbox.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>

/** A call at a time of the past; returns the status and what was answered. */
async function callAt(
  { url }: Pick<Sandbox, 'url'>,
  path: string,
  params: Record<string, string>,
  { at, key = SECRET_KEY }: { at: string; key?: string },
) {
  const response = await fetch(url + path, {
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
  const at = Math.floor((Date.now() - 40 * DAY_MS) / 1000) * 1000
  const asked = { amount: '1990', currency: 'cny' }
  const { body } = await callAt(sandbox, '/v1/payment_intents', asked, { at: String(at) })
  expect(body.created).toBe(at / 1000)
  const page = { created: { gte: at / 1000, lte: at / 1000 } }
  const events = await sandbox.stripe.events.list(page)
  expect(events.data.map(({ type }) => type)).toEqual(['payment_intent.created'])
  expect(await sandbox.control('')).toMatchObject({ waiting: {} })
  const now = (await sandbox.newIntent()).created
  expect(now).toBeGreaterThan(at / 1000 + 39 * 24 * 60 * 60)
})

test('time of the future or none is refused; a browser cannot choose one', async () => {
  await using sandbox = await startTestSandbox()
  const asked = { amount: '1990', currency: 'cny' }
  for (const at of [String(Date.now() + DAY_MS), 'yesterday', '-1', '1.5']) {
    const { status } = await callAt(sandbox, '/v1/payment_intents', asked, { at })
    expect([at, status]).toEqual([at, 400])
  }
  const card = {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
  }
  const { body } = await callAt(sandbox, '/v1/payment_methods', card, {
    at: '0',
    key: PUBLISHABLE_KEY,
  })
  expect(body.created).toBeGreaterThan(0)
})

test('forgotten payments leave nothing behind; others stay', async () => {
  await using sandbox = await startTestSandbox({ processingMs: 60_000 })
  const pay = async () => {
    const { id } = await sandbox.newIntent()
    await sandbox.confirm(id, { payment_method: 'pm_card_visa' })
    await sandbox.control(`/payments/${id}/refund`, { amount: 100 })
    await sandbox.control(`/payments/${id}/dispute`, { end: 'lost' })
    return id
  }
  const gone = await pay()
  const kept = await pay()
  await sandbox.control('/payments/forget', { ids: `${gone},pi_unknown` })
  const { stripe } = sandbox
  expect((await stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([kept])
  for (const list of [stripe.refunds, stripe.disputes, stripe.charges]) {
    expect((await list.list()).data.map((each) => each.payment_intent)).toEqual([kept])
  }
  expect(JSON.stringify((await stripe.events.list({ limit: 100 })).data)).not.toContain(gone)
  const disputes = await stripe.disputes.list()
  expect(disputes.data.map(({ status }) => status)).toEqual(['lost'])
})
