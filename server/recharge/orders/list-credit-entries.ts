import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { creditEntries } from '#contract/credit/ledger.ts'
import type { CreditEntry } from '#contract/shapes.ts'
import { countEntries, listEntries, type StoredEntry } from '../../credit/ledger.store.ts'
import type { Query } from '../../db/sql.ts'
import { listOrderNames } from './orders.store.ts'

/** One page of the user's ledger, newest first. */
export async function listCreditEntries(
  { sql }: { sql: Query },
  userId: string,
  { page, pageSize, type: wanted }: InputOf<typeof creditEntries>,
): Promise<OutputOf<typeof creditEntries>> {
  const filter = { userId, type: wanted ?? null }
  const [entries, total] = await Promise.all([
    listEntries(sql, { ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
    countEntries(sql, filter),
  ])
  return { list: await toCreditEntries(sql, entries), total, page, pageSize }
}

/** Ledger entries as their user sees them: with the names of their orders. */
export async function toCreditEntries(
  sql: Query,
  entries: readonly StoredEntry[],
): Promise<CreditEntry[]> {
  const ids = new Set(entries.map(({ reference }) => reference).filter((id) => id !== null))
  const names = ids.size === 0 ? [] : await listOrderNames(sql, [...ids])
  const byId = new Map(names.map((name) => [name.id, name]))
  return entries.map(({ reference, reason, createdAt, ...entry }) => {
    const order = reference === null ? undefined : byId.get(reference)
    return {
      ...entry,
      createdAt: createdAt.toISOString(),
      ...(order && { orderId: order.id, orderNo: order.orderNo, planName: order.planName }),
      ...(reason !== null && { reason }),
    }
  })
}
