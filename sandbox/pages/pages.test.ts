import { request } from 'node:http'
import { expect, test } from 'vitest'
import { SECRET_KEY, startTestSandbox } from '../testing/harness.ts'

/** A GET with a free choice of the Host header, which fetch does not allow. */
function get(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    call.on('error', reject).end()
  })
}

test('the overview shows payments, notifications and cards, and no secret', async () => {
  await using sandbox = await startTestSandbox()
  const { id, client_secret } = await sandbox.newIntent({
    metadata: { order: '<script>alert(1)</script>' },
    description: '标准套餐',
  })
  const waiting = await sandbox.confirm(id, { payment_method: 'pm_card_authenticationRequired' })
  await sandbox.confirm((await sandbox.newIntent({ amount: 1234, currency: 'usd' })).id)

  const answer = await fetch(sandbox.url)
  const page = await answer.text()

  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  for (const shown of [
    id,
    '待验证',
    'US$12.34',
    '标准套餐',
    'payment_intent.requires_action',
    '4242 4242 4242 4242',
    '3782 822463 10005',
  ]) {
    expect(page).toContain(shown)
  }
  const challenge = new URL(String(waiting.next_action?.redirect_to_url?.url)).pathname
  for (const hidden of [client_secret, challenge, SECRET_KEY, '<script>alert(1)']) {
    expect(page).not.toContain(hidden)
  }
})

test('from another host or through a proxy the overview asks for the secret key', async () => {
  await using sandbox = await startTestSandbox()
  const key = { authorization: `Basic ${btoa(`${SECRET_KEY}:`)}` }
  expect(await get(sandbox.url, {})).toBe(200)
  expect(await get(sandbox.url, { host: 'localhost:4242' })).toBe(200)
  expect(await get(sandbox.url, { host: 'pay.example' })).toBe(401)
  expect(await get(sandbox.url, { 'x-forwarded-for': '203.0.113.9' })).toBe(401)
  expect(await get(sandbox.url, { host: 'pay.example', ...key })).toBe(200)
})

test('everything is as it was after a restart', async () => {
  await using sandbox = await startTestSandbox()
  const { id } = await sandbox.newIntent({ metadata: { order: 'o_1' } })
  await sandbox.confirm(id)
  const challenged = await sandbox.newIntent()
  const waiting = await sandbox.confirm(challenged.id, {
    payment_method: 'pm_card_authenticationRequired',
  })
  const path = new URL(String(waiting.next_action?.redirect_to_url?.url)).pathname
  const before = {
    intents: (await sandbox.stripe.paymentIntents.list()).data,
    charges: (await sandbox.stripe.charges.list()).data,
    events: (await sandbox.stripe.events.list()).data,
  }

  await sandbox.restart()

  expect((await sandbox.stripe.paymentIntents.list()).data).toEqual(before.intents)
  expect((await sandbox.stripe.charges.list()).data).toEqual(before.charges)
  expect((await sandbox.stripe.events.list()).data).toEqual(before.events)
  const body = new URLSearchParams({ answer: 'approve' })
  await fetch(`${sandbox.url}${path}`, { method: 'POST', body, redirect: 'manual' })
  const paid = await sandbox.stripe.paymentIntents.retrieve(challenged.id)
  expect(paid.status).toBe('succeeded')
})
