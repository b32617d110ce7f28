import { expect, test } from 'vitest'
import {
  createClient,
  catchStripeError,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  SHOP,
  sandboxPerFile,
} from '../testing/test-sandbox.ts'
import { parseForm } from './form.ts'
import { readParams } from './params.ts'

const sandboxOf = sandboxPerFile()

const body = new URLSearchParams({ amount: '9900', currency: 'cny' })

test('a call without a key, with a wrong key, or with the browser key for a server call is refused; the key may be a user name', async () => {
  const sandbox = await sandboxOf()
  const port = Number(new URL(sandbox.url).port)
  const none = await fetch(`${sandbox.url}/v1/payment_intents`, { method: 'POST', body })
  expect(none.status).toBe(401)
  expect(await none.json()).toMatchObject({ error: { type: 'invalid_request_error' } })

  const list = (key: string) => catchStripeError(createClient(port, key).paymentIntents.list())
  expect(await list('sk_test_other')).toMatchObject({ type: 'StripeAuthenticationError' })
  expect(await list(PUBLISHABLE_KEY)).toMatchObject({
    type: 'StripePermissionError',
    code: 'secret_key_required',
  })

  const answer = await fetch(`${sandbox.url}/v1/payment_intents`, {
    headers: { authorization: `Basic ${btoa(`${SECRET_KEY}:`)}` },
  })
  expect(await answer.json()).toMatchObject({ object: 'list' })
})

test('a page of the shop creates a payment method; other origins may not read the answer', async () => {
  const sandbox = await sandboxOf()
  const answer = await fetch(`${sandbox.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}`, origin: SHOP },
    body: new URLSearchParams({ type: 'alipay' }),
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe(SHOP)
  expect(await answer.json()).toMatchObject({ type: 'alipay' })

  for (const [origin, allowed] of [
    [SHOP, SHOP],
    ['http://evil.example', null],
  ] as const) {
    const preflight = await fetch(`${sandbox.url}/v1/payment_methods`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(allowed)
  }
})

test('a browser confirms an intent by its client secret alone', async () => {
  const sandbox = await sandboxOf()
  const { id, client_secret } = await sandbox.newIntent()
  const statusWith = async (secret: string) => {
    const answer = await fetch(`${sandbox.url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
      body: new URLSearchParams({
        client_secret: secret,
        payment_method: 'pm_card_visa',
        return_url: SHOP,
      }),
    })
    return answer.status
  }
  expect(await statusWith('')).toBe(400)
  expect(await statusWith(`${id}_secret_guessed`)).toBe(404)
  expect(await statusWith(String(client_secret))).toBe(200)
})

test("unknown objects, routes and searches are answered with errors in the provider's shape", async () => {
  const sandbox = await sandboxOf()
  const { stripe } = sandbox
  const failures = await Promise.all(
    [
      stripe.paymentIntents.retrieve('pi_none'),
      sandbox.confirm('pi_none'),
      sandbox.newIntent().then(({ id }) => sandbox.confirm(id, { payment_method: 'pm_none' })),
      stripe.paymentIntents.list({ starting_after: 'pi_none' }),
      stripe.events.retrieve('evt_none'),
    ].map(catchStripeError),
  )
  for (const failure of failures) {
    expect(failure).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  }
  expect(await catchStripeError(stripe.customers.list())).toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 404,
  })
  const query = "status:'succeeded'"
  for (const objects of [stripe.charges, stripe.paymentIntents])
    expect(await catchStripeError(objects.search({ query }))).toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('no search'),
    })
})

test('flags are read as Python writes them', () => {
  const { flag, finish } = readParams(parseForm('confirm=True&off_session=FALSE&capture=1'))
  expect([flag('confirm'), flag('off_session')]).toEqual([true, false])
  expect(() => flag('capture')).toThrow('neither true nor false')
  finish()
})

test('forms: names that could reach a prototype are left out, lists are read with and without an index, and too many parameters are refused', async () => {
  const form = parseForm('amount=9900&__proto__[enabled]=true&metadata[__proto__]=x')
  expect(form).toEqual({ amount: '9900', metadata: {} })
  expect(Object.hasOwn(Object.prototype, 'enabled')).toBe(false)

  for (const text of ['expand[]=a&expand[]=b', 'expand[0]=a&expand[1]=b'])
    expect(readParams(parseForm(text)).texts('expand')).toEqual(['a', 'b'])
  expect(() => parseForm('a=1&'.repeat(1001))).toThrow('more than 1000 parameters')
})
