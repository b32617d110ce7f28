import { invalidParam, notFound } from './errors.ts'
import type { Params } from './params.ts'

/** An item of a list. */
interface ListItem {
  id: string
  created: number
}

export type Page = <Item extends ListItem>(
  newestFirst: Item[],
) => {
  object: 'list'
  data: Item[]
  has_more: boolean
  url: string
}

const MOST = 100

/** Reads the parameters of a list; returns the function that takes the page out of all items. */
export function readPage(params: Params, url: string): Page {
  const limit = params.integer('limit') ?? 10
  if (limit < 1 || limit > MOST) {
    throw invalidParam('limit', `limit has to be between 1 and ${MOST}.`)
  }
  const after = params.text('starting_after')
  const bounds = params.group('created')
  const from = bounds?.integer('gte') ?? -Infinity
  const until = bounds?.integer('lte') ?? Infinity

  return (newestFirst) => {
    const all = newestFirst.filter(({ created }) => created >= from && created <= until)
    const last = after === undefined ? -1 : all.findIndex(({ id }) => id === after)
    if (after !== undefined && last === -1) throw notFound('object', after, 'starting_after')
    const rest = all.slice(last + 1)
    return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url }
  }
}
