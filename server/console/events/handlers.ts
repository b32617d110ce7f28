import type * as contract from '#contract/console/events.ts'
import { withCustomPlans } from '../../db/custom-plans.ts'
import { findNamedOrder } from '../../operator/orders/find-order.ts'
import type { ConsoleDeps } from '../deps.ts'
import { filterBy, pageOf } from '../page-of.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { type EventCursor, listEvents } from './events.store.ts'

export function eventHandlers({ sql }: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    async listConsoleEvents({ input }) {
      const { limit, before } = input
      const named = filterBy(input.order)
      const order = named === null ? null : await findNamedOrder(sql, named)
      if (named !== null && order === null) return { events: [], next: null }
      const filter = {
        id: filterBy(input.id),
        type: filterBy(input.type),
        orderId: order?.id ?? null,
      }
      const page = { before: before === undefined ? null : toCursor(before), limit: limit + 1 }
      const rows = await withCustomPlans(sql, (tx) => listEvents(tx, filter, page))
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

/** The contract has checked its form. */
function toCursor(text: string): EventCursor {
  const end = text.indexOf('.')
  return { micros: text.slice(0, end), id: text.slice(end + 1) }
}
