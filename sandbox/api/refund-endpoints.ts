import type { Context } from '../payments/context.ts'
import { createRefund, findCharge, updateRefund } from '../payments/refunds.ts'
import type { Charge } from '../storage/tables.ts'
import { ApiError, invalidParam, notFound } from './errors.ts'
import { withoutEmpty } from './metadata.ts'
import { filterByPayment, readEndpoints } from './read-endpoints.ts'
import type { Call, Endpoint } from './serve-api.ts'

const PATH = '/v1/refunds'

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

export const refundEndpoints: Endpoint[] = [
  { method: 'POST', path: PATH, openTo: 'server', prepare: create },
  { method: 'POST', path: `${PATH}/:id`, openTo: 'server', prepare: update },
  { method: 'POST', path: `${PATH}/:id/cancel`, openTo: 'server', prepare: cancel },
  ...readEndpoints({
    path: PATH,
    kind: 'refund',
    param: 'refund',
    rows: (change) => change.rows('refunds'),
    find: (change, id) => change.get('refunds', id),
    filter: filterByPayment,
  }),
]

function create({ params }: Call): (context: Context) => object {
  const chargeId = params.text('charge')
  const intentId = params.text('payment_intent')
  const amount = params.integer('amount')
  const reason = params.choice('reason', REASONS) ?? null
  const metadata = withoutEmpty(params.metadata('metadata') ?? {})
  if (amount !== undefined && amount < 1) {
    throw invalidParam('amount', 'amount is not positive.', 'parameter_invalid_integer')
  }
  return (context) => {
    const charge = chargeOf(context, chargeId, intentId)
    return createRefund(context, charge, { amount, reason, metadata })
  }
}

function chargeOf(
  context: Context,
  chargeId: string | undefined,
  intentId: string | undefined,
): Charge {
  if (chargeId !== undefined) {
    const charge = context.change.get('charges', chargeId)
    if (charge === undefined) throw notFound('charge', chargeId)
    if (intentId === undefined || intentId === charge.payment_intent) return charge
    throw invalidParam('charge', `Charge ${chargeId} is no charge of ${intentId}.`)
  }
  if (intentId !== undefined) return findCharge(context.change, intentId)
  throw new ApiError(400, {
    type: 'invalid_request_error',
    message: 'Give the payment_intent or the charge that is to be refunded.',
  })
}

function update({ params, id }: Call): (context: Context) => object {
  const metadata = params.metadata('metadata')
  return (context) => updateRefund(context, id, metadata)
}

/** Only refunds that wait for the buyer's bank details can be cancelled by a call, and here none do. */
function cancel({ id }: Call): (context: Context) => object {
  return ({ change }) => {
    if (change.get('refunds', id) === undefined) throw notFound('refund', id, 'refund')
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: `Refund ${id} cannot be cancelled.`,
    })
  }
}
