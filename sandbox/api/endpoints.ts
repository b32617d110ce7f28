import { checkCard } from '../payments/check-card.ts'
import type { Context } from '../payments/context.ts'
import { listBalance } from '../payments/balance.ts'
import { createCard, createWallet } from '../payments/methods.ts'
import { findCharge, createRefund } from '../payments/refunds.ts'
import { methodTypes } from '../payments/wallets.ts'
import type { Dispute, Refund } from '../storage/tables.ts'
import { invalidParam, isMissing, notFound } from './errors.ts'
import { intentEndpoints } from './intent-endpoints.ts'
import { readPage } from './pagination.ts'
import type { Call, Endpoint } from './serve-api.ts'

/** Every call that the sandbox answers. */
export const endpoints: readonly Endpoint[] = [
  { method: 'POST', path: '/v1/payment_methods', openTo: 'browser', prepare: createMethod },
  ...intentEndpoints,
  { method: 'POST', path: '/v1/refunds', openTo: 'server', prepare: refund },
  listEndpoint('/v1/refunds', 'refunds'),
  listEndpoint('/v1/disputes', 'disputes'),
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    openTo: 'server',
    prepare({ params }) {
      const page = readPage(params, '/v1/balance_transactions')
      return ({ change }) => page(listBalance(change))
    },
  },
  {
    method: 'GET',
    path: '/v1/events',
    openTo: 'server',
    prepare({ params }) {
      const page = readPage(params, '/v1/events')
      return ({ change }) => page(change.rows('events').map(({ event }) => event))
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    openTo: 'server',
    prepare:
      ({ id }) =>
      ({ change }) => {
        const stored = change.get('events', id)
        if (stored === undefined) throw notFound('event', id)
        return stored.event
      },
  },
]

function createMethod({ params, atMs }: Call): (context: Context) => object {
  const type = params.choice('type', methodTypes)
  if (type === undefined) throw isMissing('type')
  if (type !== 'card') return (context) => createWallet(context, type).method
  const card = params.group('card')
  if (card === undefined) throw isMissing('card')
  // checked before the work starts, so that a refused card is not stored, not even under an idempotency key
  const checked = checkCard(
    {
      number: card.requiredText('number'),
      expMonth: card.requiredText('exp_month'),
      expYear: card.requiredText('exp_year'),
      cvc: card.text('cvc') ?? '',
    },
    atMs,
  )
  return (context) => createCard(context, checked).method
}

function listEndpoint(path: string, table: 'refunds' | 'disputes'): Endpoint {
  return {
    method: 'GET',
    path,
    openTo: 'server',
    prepare({ params }) {
      const page = readPage(params, path)
      const intent = params.text('payment_intent')
      return ({ change }) => {
        const all: (Refund | Dispute)[] = change.rows(table)
        return page(all.filter((each) => intent === undefined || each.payment_intent === intent))
      }
    },
  }
}

export const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const

function refund({ params }: Call): (context: Context) => object {
  const intentId = params.requiredText('payment_intent')
  const amount = params.integer('amount')
  const reason = params.choice('reason', refundReasons) ?? null
  const metadata = params.metadata()()
  if (amount !== undefined && amount < 1) {
    throw invalidParam('amount', 'amount is not positive.', 'parameter_invalid_integer')
  }
  return (context) =>
    createRefund(context, findCharge(context.change, intentId), { amount, reason, metadata })
}
