import type { Query } from '../../db/sql.ts'
import type { TimeWindow } from '../../lib/local-time.ts'
import type { OrderRow } from './order.ts'
import { type StoredOrder, toOrderRow } from './orders.store.ts'

/** Claims the one right to attempt a payment now. False when another request did, or the order is not payable. */
export async function claimAttempt(
  tx: Query,
  {
    id,
    confirmCount,
    methodId,
    methodType,
    from,
    now,
  }: {
    id: string
    confirmCount: number
    methodId: string
    methodType: string
    from: string | null
    now: Date
  },
): Promise<boolean> {
  const taken = await tx`
    update orders set state = 'processing', confirm_count = confirm_count + 1, failure_code = null,
      attempted_method = ${methodId}, attempted_methods = array_append(attempted_methods, ${methodId}),
      attempted_type = ${methodType}, attempted_at = ${now},
      attempted_from = ${from}
    where id = ${id} and state = 'pending' and confirm_count = ${confirmCount} and expires_at > ${now}
    returning 1`
  return taken.length === 1
}

/**
 * Notes a failed attempt with this payment method: it explains an attempt of the shop's own, once, or counts as one that
 * the shop did not send. The caller holds the order's lock.
 */
export async function noteFailedAttempt(
  tx: Query,
  id: string,
  methodId: string,
): Promise<OrderRow> {
  const [row] = await tx<StoredOrder>`
    update orders set attempted_methods = array_remove(attempted_methods, ${methodId}),
      foreign_declines = foreign_declines + case when ${methodId} = any(attempted_methods) then 0 else 1 end
    where id = ${id} returning *`
  return toOrderRow(row!)
}

/** Claims the right to ask the provider about an order. False when somebody asked within `recent`. */
export async function claimRefresh(
  sql: Query,
  { id, now, recent: { from, until } }: { id: string; now: Date; recent: TimeWindow },
): Promise<boolean> {
  const taken = await sql`
    update orders set provider_asked_at = ${now}
    where id = ${id}
      and (provider_asked_at is null or provider_asked_at <= ${from} or provider_asked_at > ${until})
    returning 1`
  return taken.length === 1
}
