import { checkCard } from '../payments/card-check.ts'
import { createMethod } from '../payments/methods.ts'
import { invalidParam, missing } from './errors.ts'
import type { Params } from './params.ts'
import type { Endpoint } from './serve.ts'

export const methodEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    openTo: 'browser',
    prepare({ params, atMs }) {
      if (params.requiredText('type') !== 'card') {
        throw invalidParam('type', 'The sandbox takes cards only.')
      }
      const card = params.group('card')
      if (card === undefined) {
        throw invalidParam('card', 'card is required.', 'parameter_missing')
      }
      // Checked here, since nothing of a refused card may be kept, not even under a key.
      const checked = checkCard(
        {
          number: card.requiredText('number'),
          expMonth: card.requiredText('exp_month'),
          expYear: card.requiredText('exp_year'),
          cvc: card.text('cvc') ?? '',
        },
        atMs,
      )
      const billing = readBilling(params)
      const metadata = params.metadata('metadata') ?? {}
      return (context) => createMethod(context, checked, billing, metadata).method
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    openTo: 'server',
    prepare({ id }) {
      return ({ change }) => {
        const stored = change.get('paymentMethods', id)
        if (stored === undefined) throw missing('payment method', id, 'payment_method')
        return stored.method
      }
    },
  },
]

function readBilling(params: Params): { name?: string; email?: string; phone?: string } {
  const details = params.group('billing_details')
  if (details === undefined) return {}
  const read = {
    name: details.text('name'),
    email: details.text('email'),
    phone: details.text('phone'),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => Boolean(value)))
}
