import type Stripe from 'stripe'
import type { Charge } from '../storage/tables.ts'
import { disputeEndpoints } from './dispute-endpoints.ts'
import { intentEndpoints } from './intent-endpoints.ts'
import { methodEndpoints } from './method-endpoints.ts'
import type { Params } from './params.ts'
import { filterByPayment, readEndpoints } from './read-endpoints.ts'
import { refundEndpoints } from './refund-endpoints.ts'
import type { Endpoint } from './serve-api.ts'

/** Every call that the sandbox answers. */
export const endpoints: readonly Endpoint[] = [
  ...methodEndpoints,
  ...intentEndpoints,
  ...refundEndpoints,
  ...disputeEndpoints,
  ...readEndpoints({
    path: '/v1/charges',
    kind: 'charge',
    rows: (change) => change.rows('charges'),
    find: (change, id) => change.get('charges', id),
    filter: ofIntent,
  }),
  ...readEndpoints({
    path: '/v1/radar/early_fraud_warnings',
    kind: 'early fraud warning',
    rows: (change) => change.rows('fraudWarnings'),
    find: (change, id) => change.get('fraudWarnings', id),
    filter: filterByPayment,
  }),
  ...readEndpoints({
    path: '/v1/events',
    kind: 'event',
    rows: (change) => change.rows('events').map(({ event }) => event),
    find: (change, id) => change.get('events', id)?.event,
    filter: ofTypes,
  }),
]

function ofIntent(params: Params): (charge: Charge) => boolean {
  const intent = params.text('payment_intent')
  return (charge) => intent === undefined || charge.payment_intent === intent
}

/** By one type or several; a type may end in `*`, as in `charge.*`. */
function ofTypes(params: Params): (event: Stripe.EventBase) => boolean {
  const type = params.text('type')
  const types = [...params.texts('types'), ...(type === undefined ? [] : [type])]
  if (types.length === 0) return () => true
  return (event) =>
    types.some((each) =>
      each.endsWith('*') ? event.type.startsWith(each.slice(0, -1)) : event.type === each,
    )
}
