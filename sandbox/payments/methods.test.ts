import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { catchStripeError, sandboxPerFile, startTestSandbox } from '../testing/test-sandbox.ts'
import { hasCheckDigit } from './cards/check-card.ts'
import { testCards } from './cards/test-cards.ts'

const sandboxOf = sandboxPerFile()

const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' }
const thisYear = new Date().getUTCFullYear()

test('a payment method has brand, last four and expiry, and never the number', async () => {
  const sandbox = await sandboxOf()
  const method = await sandbox.stripe.paymentMethods.create({
    type: 'card',
    card: { ...card, number: '5555 5555 5555 4444', exp_year: 40 },
    billing_details: { name: '王小明' },
  })
  expect(method).toMatchObject({
    object: 'payment_method',
    type: 'card',
    billing_details: { name: '王小明', email: null },
    card: { brand: 'mastercard', last4: '4444', exp_month: 12, exp_year: 2040, funding: 'credit' },
  })
  expect(JSON.stringify(method)).not.toContain('5555555555554444')
  expect(await sandbox.stripe.paymentMethods.retrieve(method.id)).toEqual(method)
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

test('the table holds each number and alias once, and every number passes the check of Luhn', () => {
  expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length)
  const aliases = testCards.flatMap(({ alias }) => alias ?? [])
  expect(new Set(aliases).size).toBe(aliases.length)
  expect(testCards.filter(({ number }) => !hasCheckDigit(number))).toEqual([])
})

test('each card of a brand or country pays, and the charge names brand and country', async () => {
  const sandbox = await sandboxOf()
  const cards = testCards.filter(({ group }) => group === '支付成功' || group === '各国各地发行')
  const paid = await Promise.all(
    cards.map(async ({ number }) => {
      const [{ id }, method] = await Promise.all([sandbox.newIntent(), sandbox.newMethod(number)])
      return sandbox.confirm(id, { payment_method: method.id, expand: ['latest_charge'] })
    }),
  )
  expect(paid).toMatchObject(
    cards.map(({ brand, country, funding }) => ({
      status: 'succeeded',
      latest_charge: { payment_method_details: { card: { brand, country, funding } } },
    })),
  )
  expect(cards.length).toBeGreaterThan(90)

  const { id } = await sandbox.newIntent()
  // a second alias
  const alias = { payment_method: 'pm_card_us', expand: ['payment_method'] }
  const { payment_method } = await sandbox.confirm(id, alias)
  expect(payment_method).toMatchObject({ card: { last4: '4242' } })
})

test('a given address is checked with the result of its test card', async () => {
  const sandbox = await sandboxOf()
  const checksOf = async (number: string, address: object) => {
    const method = await sandbox.stripe.paymentMethods.create({
      type: 'card',
      card: { ...card, number },
      billing_details: { address },
    })
    const { id } = await sandbox.newIntent()
    const { latest_charge } = await sandbox.confirm(id, {
      payment_method: method.id,
      expand: ['latest_charge'],
    })
    if (latest_charge === null || typeof latest_charge === 'string') throw new Error('not charged')
    return latest_charge.payment_method_details?.card?.checks
  }
  const address = { line1: '人民路 1 号', postal_code: '200001', country: 'CN' }
  const passed = { address_line1_check: 'pass', address_postal_code_check: 'pass' }
  expect(await checksOf('4242424242424242', address)).toMatchObject(passed)
  expect(await checksOf('4242424242424242', {})).toMatchObject({ address_line1_check: null })
  expect(await checksOf('4000000000000036', address)).toMatchObject({
    ...passed,
    address_postal_code_check: 'fail',
  })
  expect(await checksOf('4000000000000044', address)).toMatchObject({
    address_line1_check: 'unavailable',
    address_postal_code_check: 'unavailable',
  })
})
