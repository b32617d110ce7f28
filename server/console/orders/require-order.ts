import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { findNamedOrder } from '../../operator/orders/find-order.ts'
import type { OrderRow } from '../../recharge/orders/order.ts'

/** The order with this number, id or payment intent. Throws NOT_FOUND. */
export async function requireConsoleOrder(sql: Query, orderRef: string): Promise<OrderRow> {
  const order = await findNamedOrder(sql, orderRef)
  if (!order) throw new AppError('NOT_FOUND', { message: `没有这笔订单：${orderRef}` })
  return order
}
