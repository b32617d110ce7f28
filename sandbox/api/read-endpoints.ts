import type { Change } from '../storage/state.ts'
import { notFound } from './errors.ts'
import { readPage, type ListItem } from './pagination.ts'
import type { Params } from './params.ts'
import type { Endpoint } from './serve-api.ts'

/** The endpoints that list one kind of object and read a single one, for the shop's server. */
export function readEndpoints<Item extends ListItem>(options: {
  path: string
  /** Its name in errors. */
  kind: string
  /** The parameter that an error about an unknown id names. */
  param?: string
  /** All of them, the newest first. */
  rows(change: Change): Item[]
  find(change: Change, id: string): Item | undefined
  filter?(params: Params): (item: Item) => boolean
}): Endpoint[] {
  const { path, kind, param, rows, find } = options
  return [
    {
      method: 'GET',
      path,
      openTo: 'server',
      prepare({ params }) {
        const page = readPage(params, path)
        const fits = options.filter?.(params) ?? (() => true)
        params.ignore('customer')
        return ({ change }) => page(rows(change).filter(fits))
      },
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      openTo: 'server',
      prepare({ id }) {
        return ({ change }) => {
          const item = find(change, id)
          if (item === undefined) throw notFound(kind, id, param)
          return item
        }
      },
    },
  ]
}

interface PaymentPart extends ListItem {
  charge?: unknown
  payment_intent?: unknown
}

/** The filter by `charge` and `payment_intent` that lists of parts of payments share. */
export function filterByPayment(params: Params): (item: PaymentPart) => boolean {
  const charge = params.text('charge')
  const intent = params.text('payment_intent')
  return (item) =>
    (charge === undefined || item.charge === charge) &&
    (intent === undefined || item.payment_intent === intent)
}
