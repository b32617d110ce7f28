import { expect, test } from 'vitest'
import { catchStripeError, sandboxPerFile } from '../testing/test-sandbox.ts'

const sandboxOf = sandboxPerFile()

const faulty: { what: string; params: object; code: string | undefined; param: string }[] = [
  { what: 'no amount', params: { amount: undefined }, code: 'parameter_missing', param: 'amount' },
  { what: 'no currency', params: { currency: '' }, code: undefined, param: 'currency' },
  {
    what: 'an amount of 0',
    params: { amount: 0 },
    code: 'parameter_invalid_integer',
    param: 'amount',
  },
  {
    what: 'a part of a cent',
    params: { amount: 99.5 },
    code: 'parameter_invalid_integer',
    param: 'amount',
  },
  { what: 'too little', params: { amount: 399 }, code: 'amount_too_small', param: 'amount' },
  { what: 'too much', params: { amount: 1e8 }, code: 'amount_too_large', param: 'amount' },
  { what: 'no such currency', params: { currency: 'xyz' }, code: undefined, param: 'currency' },
  {
    what: 'an unknown name',
    params: { colour: 'red' },
    code: 'parameter_unknown',
    param: 'colour',
  },
  {
    what: 'an unknown name within',
    params: { automatic_payment_methods: { enabled: true, colour: 'red' } },
    code: 'parameter_unknown',
    param: 'automatic_payment_methods[colour]',
  },
  {
    what: 'an unknown method',
    params: { payment_method: 'pm_none' },
    code: 'resource_missing',
    param: 'payment_method',
  },
  {
    what: 'another way to pay',
    params: { allowed_payment_method_types: ['card', 'paypal'] },
    code: undefined,
    param: 'allowed_payment_method_types',
  },
  {
    what: 'a wallet that does not take the currency',
    params: { allowed_payment_method_types: ['alipay'], currency: 'brl' },
    code: undefined,
    param: 'allowed_payment_method_types',
  },
  {
    what: 'a method and the data of one',
    params: { payment_method: 'pm_card_visa', payment_method_data: { type: 'alipay' } },
    code: undefined,
    param: 'payment_method_data',
  },
  {
    what: 'a client of WeChat that is no page',
    params: { payment_method_options: { wechat_pay: { client: 'ios' } } },
    code: undefined,
    param: 'payment_method_options[wechat_pay][client]',
  },
  {
    what: 'a name of older versions',
    params: { payment_method_types: ['card'] },
    code: 'parameter_unknown',
    param: 'payment_method_types',
  },
]

test('creating with a faulty parameter is refused and writes nothing', async () => {
  const sandbox = await sandboxOf()
  const { data: before } = await sandbox.stripe.paymentIntents.list()
  const failures = []
  for (const { what, params } of faulty) {
    const { type, code, param } = await catchStripeError(sandbox.newIntent(params))
    failures.push({ what, type, code, param })
  }
  const type = 'StripeInvalidRequestError'
  expect(failures).toEqual(faulty.map(({ what, code, param }) => ({ what, type, code, param })))
  expect((await sandbox.stripe.paymentIntents.list()).data).toEqual(before)
})

test('confirming an intent that allows redirects without a return_url is refused', async () => {
  const sandbox = await sandboxOf()
  const { id } = await sandbox.newIntent()
  const failure = await catchStripeError(
    sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
  )
  expect(failure).toMatchObject({ statusCode: 400, param: 'return_url' })
  const bad = await catchStripeError(sandbox.confirm(id, { return_url: 'javascript:alert(1)' }))
  expect(bad.code).toBe('url_invalid')
})
