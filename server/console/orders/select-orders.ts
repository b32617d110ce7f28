import type * as contract from '#contract/console/orders/orders.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { DIRECT_SOURCE } from '#contract/traffic-sources.ts'
import { firstIdAt } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import { findUser } from '../../operator/users/users-search.store.ts'
import { spanOfDays } from '../days.ts'
import type { ConsoleDeps } from '../deps.ts'
import { filterBy } from '../page-of.ts'
import { countAmong, type Counted, countUpTo } from '../count-up-to.ts'
import {
  countOrdersByEvent,
  countPaidOrders,
  type EventSpan,
  listFailedOrders,
  listPaidOrders,
  listReversedOrders,
  type PaidSpan,
} from './orders-by-event.store.ts'
import {
  lookAtFailedOrders,
  lookAtPaidOrders,
  lookAtReversedOrders,
} from './orders-looked-at.store.ts'
import { countOrders, listOrders, type OrderFilter, type OrderOfPage } from './orders.store.ts'

const MONTH_MS = 30 * 24 * 60 * 60 * 1000
const BEFORE_ALL = new Date(0)
const AFTER_ALL = new Date('9999-01-01T00:00:00Z')

type Input = Omit<InputOf<typeof contract.listConsoleOrders>, 'limit' | 'before'>

/** Which orders a list or its file shows, by what its days are about. */
export type OrderSelection =
  | { by: 'placed'; filter: OrderFilter; span: { from: Date | null; until: Date | null } }
  | { by: 'paid'; filter: OrderFilter; span: PaidSpan }
  | { by: 'event'; filter: OrderFilter; span: EventSpan }

interface PageOfOrders {
  /** The place of the last order of the page before; null: from the first one on. */
  before: string | null
  limit: number
}

/** Null when nobody is the named user. Throws VALIDATION for a day range that ends before it begins. */
export async function selectOrders(
  sql: Query,
  input: Input,
  { content, now }: Pick<ConsoleDeps, 'content' | 'now'>,
): Promise<OrderSelection | null> {
  const { from, until } = spanOfDays(input, content.site.timeZone)
  const named = filterBy(input.user)
  const user = named === null ? null : await findUser(sql, named.toLowerCase())
  if (named !== null && user === null) return null
  const source = filterBy(input.source)
  const isDirect = source === DIRECT_SOURCE
  const filter = {
    fromId: from && firstIdAt(from),
    untilId: until && firstIdAt(until),
    state: input.state ?? null,
    userId: user?.id ?? null,
    method: input.method ?? null,
    source: isDirect ? null : source,
    isDirect,
    isUnusual: input.unusual !== undefined,
    isDisputed: input.disputed !== undefined,
  }
  const { by = 'placed' } = input
  if (by === 'placed') return { by, filter, span: { from, until } }
  if (by === 'paid') {
    const isFirst = input.first !== undefined
    return { by, filter, span: { from: from ?? BEFORE_ALL, until: until ?? AFTER_ALL, isFirst } }
  }
  const isFailed = by === 'failed'
  return {
    by: 'event',
    // an order that was not paid has no method, its attempts do
    filter: isFailed ? { ...filter, method: null } : filter,
    span: {
      by,
      from: from ?? new Date((until ?? now()).getTime() - MONTH_MS),
      until: until ?? AFTER_ALL,
      failure: isFailed ? filterBy(input.failure) : null,
      failedMethod: isFailed ? filter.method : null,
    },
  }
}

/** The newest first, by what the selection is about: the order, its payment, or its last event in the span. */
export function listSelectedOrders(
  sql: Query,
  selection: OrderSelection,
  page: PageOfOrders,
): Promise<OrderOfPage[]> {
  const { by, filter } = selection
  if (by === 'placed') return listOrders(sql, filter, page)
  if (by === 'paid') return listPaidOrders(sql, filter, selection.span, page)
  const list = selection.span.by === 'failed' ? listFailedOrders : listReversedOrders
  return list(sql, filter, selection.span, page)
}

/** How many there are, up to `most`. */
export function countSelectedOrders(
  sql: Query,
  selection: OrderSelection,
  most: number,
): Promise<number> {
  const { by, filter } = selection
  if (by === 'placed') return countOrders(sql, filter, most)
  if (by === 'paid') return countPaidOrders(sql, filter, selection.span, most)
  return countOrdersByEvent(sql, filter, selection.span, most)
}

/** How many there are, or how many at least where that takes a look at too many rows. */
export function countForList(sql: Query, selection: OrderSelection): Promise<Counted> {
  const { by, filter } = selection
  if (by === 'placed') return countUpTo((most) => countOrders(sql, filter, most))
  if (by === 'paid') {
    const { span } = selection
    return countAmong((most) => lookAtPaidOrders(sql, filter, span, most))
  }
  const { span } = selection
  const look = span.by === 'failed' ? lookAtFailedOrders : lookAtReversedOrders
  return countAmong((most) => look(sql, filter, span, most))
}
