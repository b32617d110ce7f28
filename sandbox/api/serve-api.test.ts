import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createState } from '../storage/state.ts'
import {
  createClient,
  catchStripeError,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  SHOP,
  sandboxPerFile,
  createTemporaryFolder,
} from '../testing/test-sandbox.ts'
import { parseForm } from './form.ts'
import { readParams } from './params.ts'
import { serveApi, shapeResponses, type Endpoint } from './serve-api.ts'

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

test("unknown objects and routes are answered with errors in the provider's shape", async () => {
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
})

test('what the shop expands is expanded, other paths are refused', async () => {
  const sandbox = await sandboxOf()
  const id = await sandbox.pay()
  const { paymentIntents } = sandbox.stripe
  const expanded = {
    latest_charge: { object: 'charge' },
    payment_method: { object: 'payment_method' },
  }
  const { data } = await paymentIntents.list({
    expand: ['data.latest_charge', 'data.payment_method'],
  })
  expect(data[0]).toMatchObject(expanded)
  const expand = ['latest_charge', 'payment_method']
  expect(await paymentIntents.retrieve(id, { expand })).toMatchObject(expanded)
  for (const path of ['customer', 'amount', 'constructor', '__proto__']) {
    const failure = await catchStripeError(paymentIntents.retrieve(id, { expand: [path] }))
    expect(failure).toMatchObject({ statusCode: 400, param: 'expand' })
  }
})

const FAULTY = [
  { what: 'JSON', type: 'application/json', text: '{"amount":9900}' },
  { what: 'a bracket too many', text: 'amount[]]=9900&currency=cny' },
  { what: 'a name twice', text: 'amount=9900&amount=1&currency=cny' },
  { what: 'text and parts in one', text: 'amount=9900&currency=cny&metadata=x&metadata[order]=1' },
  { what: 'too deep', text: 'amount=9900&currency=cny&metadata[a][b][c][d][e]=1' },
  { what: 'parts in parts of metadata', text: 'amount=9900&currency=cny&metadata[a][b]=1' },
  { what: 'too much', text: `amount=9900&currency=cny&description=${'x'.repeat(70_000)}` },
]

test('a body that is no form, or a form that nobody can read in one way, is answered with 400', async () => {
  const sandbox = await sandboxOf()
  const { data: before } = await sandbox.stripe.paymentIntents.list()
  for (const { what, type = 'application/x-www-form-urlencoded', text } of FAULTY) {
    const answer = await fetch(`${sandbox.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': type },
      body: text,
    })
    expect([what, answer.status]).toEqual([what, 400])
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  }
  expect((await sandbox.stripe.paymentIntents.list()).data).toEqual(before)
})

test('forms: names that could reach a prototype are left out, lists are read with and without an index, and too many parameters are refused', async () => {
  const form = parseForm('amount=9900&__proto__[enabled]=true&metadata[__proto__]=x')
  expect(form).toEqual({ amount: '9900', metadata: {} })
  expect(Object.hasOwn(Object.prototype, 'enabled')).toBe(false)

  for (const text of ['expand[]=a&expand[]=b', 'expand[0]=a&expand[1]=b'])
    expect(readParams(parseForm(text)).texts('expand')).toEqual(['a', 'b'])
  expect(() => parseForm('a=1&'.repeat(1001))).toThrow('more than 1000 parameters')
})

test('an unforeseen error undoes the change, answers 500, and is kept under the key', async () => {
  await using folder = await createTemporaryFolder()
  const state = createState({ dir: folder.path, now: () => 0, onFailure: () => undefined })
  state.open()
  let runs = 0
  const faulty: Endpoint = {
    method: 'POST',
    path: '/v1/faulty',
    openTo: 'server',
    prepare: () => (context) => {
      runs++
      context.change.put('tasks', 'settle:pi_1', { kind: 'settle', subject: 'pi_1', dueAtMs: 0 })
      throw new Error('nobody foresaw this')
    },
  }
  const app = Fastify()
  shapeResponses(app)
  const keys = { secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY }
  const rules = { publicUrl: '', sendsWebhooks: false, processingMs: 0 }
  serveApi(app, { state, keys, rules, now: () => 0 }, [faulty])

  const call = () =>
    app.inject({
      method: 'POST',
      url: '/v1/faulty',
      headers: { authorization: `Bearer ${SECRET_KEY}`, 'idempotency-key': 'k' },
    })
  const [first, again] = [await call(), await call()]

  expect(first.statusCode).toBe(500)
  expect(first.json()).toMatchObject({ error: { type: 'api_error' } })
  expect(first.body).not.toContain('nobody foresaw')
  expect(again.body).toBe(first.body)
  expect(again.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'stripe-should-retry': 'false',
  })
  expect(runs).toBe(1)
  expect(state.rows('tasks')).toEqual([])
  await app.close()
  await state.close()
})
