import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { catchStripeError, POLLING, SECRET_KEY, startTestSandbox } from '../testing/test-sandbox.ts'
import type { CallFault } from './plan.ts'

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>

const params = { amount: 9900, currency: 'cny' } as const

function set(sandbox: Sandbox, fault: CallFault, rest: object = {}): Promise<void> {
  const rule = { on: 'payment_intents.create', fault, percent: 100, ...rest }
  return sandbox.setFaults({ calls: [rule] })
}

/** Gives up soon, so that a call that hangs is one that failed. */
function shortTimeoutClient(sandbox: Sandbox): Stripe {
  return new Stripe(SECRET_KEY, {
    host: '127.0.0.1',
    port: Number(new URL(sandbox.url).port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    timeout: 300,
  })
}

const UNANSWERED = [
  ['drop_before', 0],
  ['drop_after', 1],
  ['reset_before', 0],
  ['reset_after', 1],
  ['hang_before', 0],
  ['hang_after', 1],
] as const

test('drop, reset, hang: no answer comes, be it before or after the effect; repeating the key returns it later', async () => {
  await using sandbox = await startTestSandbox()
  const { paymentIntents } = sandbox.stripe
  let known = 0
  for (const [fault, effects] of UNANSWERED) {
    const create = (stripe: Stripe) =>
      stripe.paymentIntents.create(params, { idempotencyKey: `pi:${fault}` })
    await set(sandbox, fault)

    const failure = await catchStripeError(create(shortTimeoutClient(sandbox)))
    expect([fault, failure]).toMatchObject([fault, { type: 'StripeConnectionError' }])
    // given up by its caller, the call may still be at work
    await expect
      .poll(async () => (await paymentIntents.list()).data, POLLING)
      .toHaveLength(known + effects)
    expect((await sandbox.stripe.events.list()).data).toHaveLength(known + effects)

    await sandbox.setFaults({})
    const repeated = await create(sandbox.stripe)
    known += 1
    expect(repeated.lastResponse.headers['idempotent-replayed']).toBe(
      effects === 1 ? 'true' : undefined,
    )
    const { data: after } = await paymentIntents.list()
    expect(after).toHaveLength(known)
    expect(after[0]?.id).toBe(repeated.id)
  }
})

test('errors before or after the effect: the 500 is repeated under its idempotency key', async () => {
  for (const [fault, effects] of [
    ['error_before', 0],
    ['error_after', 1],
  ] as const) {
    await using sandbox = await startTestSandbox()
    const { paymentIntents } = sandbox.stripe
    const create = (key: string) => paymentIntents.create(params, { idempotencyKey: key })
    await set(sandbox, fault)
    expect(await catchStripeError(create('pi:1'))).toMatchObject({
      type: 'StripeAPIError',
      statusCode: 500,
    })
    expect((await paymentIntents.list()).data).toHaveLength(effects)

    await sandbox.setFaults({})
    const again = await catchStripeError(create('pi:1'))
    expect(again).toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } })
    expect((await create('pi:2')).status).toBe('requires_payment_method')
    expect((await paymentIntents.list()).data).toHaveLength(effects + 1)
  }
})

test('rate_limit: a 429 that leaves the key unused; delay: the answer comes late', async () => {
  await using sandbox = await startTestSandbox()
  const { paymentIntents } = sandbox.stripe
  const create = () => paymentIntents.create(params, { idempotencyKey: 'pi:1' })
  await set(sandbox, 'rate_limit')
  expect(await catchStripeError(create())).toMatchObject({
    type: 'StripeRateLimitError',
    statusCode: 429,
    code: 'rate_limit',
  })
  await sandbox.setFaults({})
  expect((await create()).object).toBe('payment_intent')

  await set(sandbox, 'delay', { delay_ms: 250 })
  const begun = performance.now()
  await sandbox.newIntent()
  expect(performance.now() - begun).toBeGreaterThan(240)
})
