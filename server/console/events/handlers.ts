import type * as contract from '#contract/console/events.ts'
import { listConsoleEvents } from '#contract/console/events.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Query } from '../../db/sql.ts'
import { findNamedOrder } from '../../operator/orders/find-order.ts'
import type { ConsoleDeps } from '../deps.ts'
import { filterBy, pageOf } from '../page-of.ts'
import type { ConsoleHandlers } from '../serve.ts'
import {
  countEvents,
  type EventCursor,
  type EventFilter,
  type ListedEvent,
  listEvents,
} from './events.store.ts'
import { plainDigits } from '../../lib/csv.ts'
import { timeText } from '../../lib/local-time.ts'
import { exportedList, type PagePart } from '../exports/exported-list.ts'
import { filterFields } from '../exports/filter-fields.ts'

export function eventHandlers({ sql }: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    async listConsoleEvents({ input }) {
      const { limit, before } = input
      const filter = await toEventFilter(sql, input)
      if (filter === null) return { events: [], next: null }
      const page = { before: before === undefined ? null : toCursor(before), limit: limit + 1 }
      const rows = await listEvents(sql, filter, page)
      const { shown, next } = pageOf(
        rows,
        limit,
        ({ appliedMicros, id }) => `${appliedMicros}.${id}`,
      )
      return {
        events: shown.map(({ createdAt, appliedAt, ...event }) => ({
          ...event,
          createdAt: createdAt.toISOString(),
          appliedAt: appliedAt.toISOString(),
        })),
        next,
      }
    },
  }
}

/** Null when there is no such order. */
export async function toEventFilter(
  sql: Query,
  { id, type, order: named }: Omit<InputOf<typeof contract.listConsoleEvents>, 'before' | 'limit'>,
): Promise<EventFilter | null> {
  const orderRef = filterBy(named)
  const order = orderRef === null ? null : await findNamedOrder(sql, orderRef)
  if (orderRef !== null && order === null) return null
  return { id: filterBy(id), type: filterBy(type), orderId: order?.id ?? null }
}

/** The contract has checked its form. */
function toCursor(text: string): EventCursor {
  const end = text.indexOf('.')
  return { micros: text.slice(0, end), id: text.slice(end + 1) }
}

export const eventsFile = exportedList({
  title: '支付事件',
  input: () => filterFields(listConsoleEvents.input),
  personal: [],
  toFilter: (tx, input) => toEventFilter(tx, input),
  subject: ({ orderId }) => orderId,
  count: countEvents,
  page: (tx, filter, { after, limit }: PagePart<ListedEvent>) =>
    listEvents(tx, filter, {
      before: after && { micros: after.appliedMicros, id: after.id },
      limit,
    }),
  columns: [
    { title: '编号', of: ({ id }) => id },
    { title: '类型', of: ({ type }) => type },
    { title: '订单号', of: ({ orderNo }) => orderNo && plainDigits(orderNo) },
    { title: '发生时间', of: ({ createdAt }, { timeZone }) => timeText(createdAt, timeZone) },
    { title: '处理时间', of: ({ appliedAt }, { timeZone }) => timeText(appliedAt, timeZone) },
  ],
})
