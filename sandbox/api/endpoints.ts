import type Stripe from 'stripe'
import type { State } from '../storage/state.ts'
import { missing } from './errors.ts'
import { intentEndpoints } from './intent-endpoints.ts'
import { readPage } from './list.ts'
import { methodEndpoints } from './method-endpoints.ts'
import type { Endpoint } from './serve.ts'

/** Every call that the sandbox answers. */
export function endpoints(state: State): Endpoint[] {
  return [
    ...methodEndpoints,
    ...intentEndpoints(state),
    ...chargeEndpoints(state),
    ...eventEndpoints(state),
  ]
}

function chargeEndpoints(state: State): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/v1/charges',
      openTo: 'server',
      prepare({ params }) {
        const page = readPage(params, '/v1/charges')
        const intent = params.text('payment_intent')
        params.ignore('customer')
        return () => {
          const all = state.rows('charges')
          return page(
            intent === undefined ? all : all.filter((each) => each.payment_intent === intent),
          )
        }
      },
    },
    {
      method: 'GET',
      path: '/v1/charges/:id',
      openTo: 'server',
      prepare({ id }) {
        return ({ change }) => {
          const charge = change.get('charges', id)
          if (charge === undefined) throw missing('charge', id)
          return charge
        }
      },
    },
  ]
}

function eventEndpoints(state: State): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/v1/events',
      openTo: 'server',
      prepare({ params }) {
        const page = readPage(params, '/v1/events')
        const type = params.text('type')
        const types = [...params.texts('types'), ...(type === undefined ? [] : [type])]
        return () => {
          const all = state.rows('events').map(({ event }) => event)
          return page(types.length === 0 ? all : all.filter((each) => isOneOf(types, each)))
        }
      },
    },
    {
      method: 'GET',
      path: '/v1/events/:id',
      openTo: 'server',
      prepare({ id }) {
        return ({ change }) => {
          const stored = change.get('events', id)
          if (stored === undefined) throw missing('event', id)
          return stored.event
        }
      },
    },
  ]
}

/** A type may end in `*`, as in `charge.*`. */
function isOneOf(types: string[], event: Stripe.EventBase): boolean {
  return types.some((type) =>
    type.endsWith('*') ? event.type.startsWith(type.slice(0, -1)) : event.type === type,
  )
}
