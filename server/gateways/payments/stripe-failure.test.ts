import { pino } from 'pino'
import { expect, test } from 'vitest'
import { stripeLibrary } from '../libraries.ts'
import { toFailure } from './stripe-failure.ts'

const Stripe = stripeLibrary()

const intent = {
  object: 'payment_intent',
  id: 'pi_1',
  created: 1_700_000_000,
  status: 'requires_payment_method',
  amount: 1990,
  amount_received: 0,
  currency: 'cny',
  livemode: false,
  client_secret: 'pi_1_secret_of_the_buyer',
  metadata: {},
  last_payment_error: {
    code: 'card_declined',
    decline_code: 'lost_card',
    payment_method: { id: 'pm_1' },
  },
}

/** The SDK's own error for an answer of the provider. */
function answered(statusCode: number, rest: object = {}): unknown {
  return Stripe.errors.StripeError.generate({
    type: 'invalid_request_error',
    message: 'made up',
    statusCode,
    ...rest,
  })
}

test('each error of the provider is one kind of failure', () => {
  const errors: [unknown, string][] = [
    [answered(500), 'serverError'],
    [answered(503), 'serverError'],
    [answered(400, { type: 'idempotency_error' }), 'serverError'],
    [answered(409, { code: 'idempotency_key_in_use' }), 'inProgress'],
    [answered(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }), 'inProgress'],
    [answered(429), 'rateLimited'],
    [answered(429, { code: 'lock_timeout' }), 'rateLimited'],
    [answered(402, { type: 'card_error', code: 'card_declined' }), 'declined'],
    [answered(400, { code: 'payment_intent_unexpected_state' }), 'unexpectedState'],
    [answered(404, { code: 'resource_missing', param: 'intent' }), 'missing'],
    [answered(404, { code: 'resource_missing', param: 'payment_method' }), 'badPaymentMethod'],
    [answered(400, { code: 'payment_method_unexpected_state' }), 'badPaymentMethod'],
    [answered(400, { code: 'parameter_unknown', param: 'amout' }), 'invalid'],
    [answered(401), 'invalid'],
    [answered(403), 'invalid'],
    [new Stripe.errors.StripeConnectionError({ type: 'api_error' }), 'unavailable'],
    [new Error('socket hang up'), 'unavailable'],
  ]
  expect(errors.map(([thrown]) => [thrown, toFailure(thrown).kind])).toEqual(errors)
})

test('a decline has its reason and the intent as it is now', () => {
  const failure = toFailure(
    answered(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'lost_card',
      payment_intent: intent,
    }),
  )
  expect(failure.error).toEqual({
    code: 'card_declined',
    declineCode: 'lost_card',
    paymentMethodId: 'pm_1',
  })
  expect(failure.intent).toMatchObject({ id: 'pi_1', status: 'requires_payment_method' })
})

test('a logged failure does not contain the client secret', () => {
  let line = ''
  const log = pino({}, { write: (text) => (line = text) })

  log.warn(
    { err: toFailure(answered(402, { type: 'card_error', payment_intent: intent })) },
    'declined',
  )

  expect(line).toContain('made up')
  expect(line).not.toContain('secret_of_the_buyer')
})
