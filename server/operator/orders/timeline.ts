import type { Query } from '../../db/sql.ts'
import type { OrderRow } from '../../recharge/order.ts'
import { listActions } from '../audit/actions.store.ts'
import { moneyText } from '../terminal/format.ts'
import { ACTORS, DISPUTES, ENTRIES, REFUNDS, STATES } from '../words.ts'
import { creditMovesOf, disputesOf, movesOf, refundsOf } from './order-history.store.ts'

/** One thing that happened to an order. */
export interface TimelineEntry {
  at: Date
  what: string
  /** Credit that came or went; null for all that is no movement. */
  credit: number | null
  by: string
  why: string | null
}

const ACTIONS_SHOWN = 100

/** Everything that is known to have happened to an order, oldest first. */
export async function timelineOf(
  sql: Query,
  { id, currency }: Pick<OrderRow, 'id' | 'currency'>,
): Promise<TimelineEntry[]> {
  const [moves, credit, refunds, disputes, actions] = await Promise.all([
    movesOf(sql, id),
    creditMovesOf(sql, id),
    refundsOf(sql, id),
    disputesOf(sql, id),
    listActions(sql, { subject: id, limit: ACTIONS_SHOWN }),
  ])
  const entries: TimelineEntry[] = [
    ...moves.map(({ at, from, to, actor, reason }) => ({
      at,
      what: from === null ? `下单，${STATES[to]}` : `${STATES[from]} → ${STATES[to]}`,
      credit: null,
      by: ACTORS[actor],
      why: reason,
    })),
    ...credit.map(({ at, type, delta, actor, reason }) => ({
      at,
      what: `积分${ENTRIES[type]}`,
      credit: delta,
      by: ACTORS[actor],
      why: reason,
    })),
    ...refunds.map(({ at, id: refundId, amount, status, actor, reason }) => ({
      at,
      what: `退款 ${moneyText(amount, currency)}，${REFUNDS[status] ?? status}`,
      credit: null,
      by: ACTORS[actor],
      why: [reason, refundId].filter(Boolean).join('，'),
    })),
    ...disputes.map(({ at, id: disputeId, amount, status, reason }) => ({
      at,
      what: `${DISPUTES[status] ?? status} ${moneyText(amount, currency)}`,
      credit: null,
      by: ACTORS.provider,
      why: [reason, disputeId].filter(Boolean).join('，'),
    })),
    ...actions.map(({ startedAt, command, operator, reason }) => ({
      at: startedAt,
      what: `运营操作 ${command}`,
      credit: null,
      by: operator,
      why: reason,
    })),
  ]
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
