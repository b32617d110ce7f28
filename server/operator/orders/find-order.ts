import {
  findOrder,
  findOrderByIntent,
  findOrderByNumber,
} from '../../recharge/orders/orders.store.ts'
import type { OrderRow } from '../../recharge/orders/order.ts'
import type { Query } from '../../db/sql.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { requiredText } from '../parameters.ts'

export const orderArgument = requiredText('订单', '订单号、订单 ID，或支付意图（pi_…）')

/** The order with this number, id or payment intent; null when there is none. */
export async function findNamedOrder(sql: Query, orderRef: string): Promise<OrderRow | null> {
  if (orderRef.startsWith('pi_')) return findOrderByIntent(sql, orderRef)
  return (await findOrderByNumber(sql, orderRef)) ?? findOrder(sql, orderRef.toLowerCase())
}

/** The order that the operator names. */
export async function requireOrder(
  { sql }: Pick<OperatorContext, 'sql'>,
  orderRef: string,
): Promise<OrderRow> {
  const order = await findNamedOrder(sql, orderRef)
  if (!order) throw new Refusal(`没有这笔订单：${orderRef}`, { code: 'NOT_FOUND' })
  return order
}
