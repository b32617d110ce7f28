import { notFound } from './errors.ts'
import { readNewMethod } from './method-params.ts'
import type { Endpoint } from './serve-api.ts'

export const methodEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    openTo: 'browser',
    prepare({ params, atMs }) {
      const make = readNewMethod(params, atMs)
      return (context) => make(context).method
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    openTo: 'server',
    prepare({ id }) {
      return ({ change }) => {
        const stored = change.get('paymentMethods', id)
        if (stored === undefined) throw notFound('payment method', id, 'payment_method')
        return stored.method
      }
    },
  },
]
