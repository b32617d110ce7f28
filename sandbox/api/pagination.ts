import { invalidParam, notFound } from './errors.ts'
import type { Params, Range } from './params.ts'

/** An item of a list. */
export interface ListItem {
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
  const before = params.text('ending_before')
  if (after !== undefined && before !== undefined) {
    throw invalidParam('ending_before', 'Give starting_after or ending_before, not both.')
  }
  const created = params.range('created')

  return (newestFirst) => {
    const all = newestFirst.filter((item) => isWithin(created, item.created))
    const start = after === undefined ? 0 : position(all, after, 'starting_after') + 1
    const end = before === undefined ? all.length : position(all, before, 'ending_before')
    const range = all.slice(start, end)
    const data = before === undefined ? range.slice(0, limit) : range.slice(-limit)
    return { object: 'list', data, has_more: range.length > limit, url }
  }
}

function position(items: ListItem[], id: string, param: string): number {
  const index = items.findIndex((item) => item.id === id)
  if (index === -1) throw notFound('object', id, param)
  return index
}

function isWithin({ gt, gte, lt, lte }: Range, value: number): boolean {
  if (gt !== undefined && value <= gt) return false
  if (gte !== undefined && value < gte) return false
  if (lt !== undefined && value >= lt) return false
  return lte === undefined || value <= lte
}
