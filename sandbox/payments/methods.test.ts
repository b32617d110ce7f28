import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { catchStripeError, sandboxPerFile, startTestSandbox } from '../testing/test-sandbox.ts'

const sandboxOf = sandboxPerFile()

const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' }
const thisYear = new Date().getUTCFullYear()

test('a payment method has brand, last four and expiry, and never the number', async () => {
  const sandbox = await sandboxOf()
  const method = await sandbox.stripe.paymentMethods.create({
    type: 'card',
    card: { ...card, number: '5555 5555 5555 4444', exp_year: 40 },
  })
  expect(method).toMatchObject({
    object: 'payment_method',
    type: 'card',
    card: { brand: 'mastercard', last4: '4444', exp_month: 12, exp_year: 2040, funding: 'credit' },
  })
  expect(JSON.stringify(method)).not.toContain('5555555555554444')
})

const REFUSED = [
  { given: { number: '4242424242424241' }, code: 'incorrect_number', param: 'number' },
  { given: { number: '4242' }, code: 'invalid_number', param: 'number' },
  { given: { number: 'four two' }, code: 'invalid_number', param: 'number' },
  { given: { exp_month: 13 }, code: 'invalid_expiry_month', param: 'exp_month' },
  { given: { exp_month: 0 }, code: 'invalid_expiry_month', param: 'exp_month' },
  { given: { exp_year: thisYear - 1 }, code: 'invalid_expiry_year', param: 'exp_year' },
  { given: { exp_year: thisYear + 51 }, code: 'invalid_expiry_year', param: 'exp_year' },
  { given: { exp_year: 999 }, code: 'invalid_expiry_year', param: 'exp_year' },
  { given: { cvc: '12' }, code: 'invalid_cvc', param: 'cvc' },
  { given: { cvc: '12a' }, code: 'invalid_cvc', param: 'cvc' },
  { given: { cvc: '1234' }, code: 'invalid_cvc', param: 'cvc' },
  { given: { cvc: '' }, code: 'incomplete_cvc', param: 'cvc' },
  { given: { number: '378282246310005' }, code: 'invalid_cvc', param: 'cvc' },
]

test('a card with a wrong number, date or code is refused', async () => {
  const sandbox = await sandboxOf()
  for (const { given, code, param } of REFUSED) {
    const failure = await catchStripeError(
      sandbox.stripe.paymentMethods.create({ type: 'card', card: { ...card, ...given } }),
    )
    const refusal = { type: 'StripeCardError', statusCode: 402, code, param }
    expect([given, failure]).toMatchObject([given, refusal])
  }
})

test('a card that is no public test card leaves nothing on the disk, not even under a key', async () => {
  await using sandbox = await startTestSandbox()
  const before = await readFile(`${sandbox.dir}/sandbox.db-wal`)
  const create = () =>
    sandbox.stripe.paymentMethods.create(
      { type: 'card', card: { ...card, number: '4111111111111111' } },
      { idempotencyKey: 'pm:1' },
    )
  for (const failure of [await catchStripeError(create()), await catchStripeError(create())]) {
    expect(failure).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' })
    expect(failure.headers).not.toHaveProperty('idempotent-replayed')
  }
  expect(await readFile(`${sandbox.dir}/sandbox.db-wal`)).toEqual(before)
})
