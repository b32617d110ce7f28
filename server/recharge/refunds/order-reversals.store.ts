import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { OrderRow } from '../orders/order.ts'

/**
 * Records that money left after a payment, or came back (negative), with the transaction that books it. Money that was
 * never booked as paid, such as that of an exception, is left out.
 */
export async function recordReversal(
  tx: Query,
  { id: orderId }: Pick<OrderRow, 'id'>,
  { kind, id, effect }: { kind: 'refund' | 'dispute'; id: string; effect: number },
  at: Date,
): Promise<void> {
  await tx`
    insert into order_reversals (id, order_id, kind, provider_id, amount, currency, source, booked_at)
    select ${uuidv7()}, id, ${kind}, ${id}, ${effect}, currency, source, ${at}
    from orders where id = ${orderId} and paid_at is not null`
}
