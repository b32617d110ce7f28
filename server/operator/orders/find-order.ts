import { findOrder, findOrderByIntent } from '../../recharge/orders/orders.store.ts'
import type { OrderRow } from '../../recharge/orders/order.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { requiredText } from '../parameters.ts'
import { findOrderId } from './orders-search.store.ts'

export const orderArgument = requiredText('订单', '订单号、订单 ID，或支付意图（pi_…）')

/** The order that the operator names. */
export async function requireOrder(
  { sql }: Pick<OperatorContext, 'sql'>,
  orderRef: string,
): Promise<OrderRow> {
  const order = orderRef.startsWith('pi_')
    ? await findOrderByIntent(sql, orderRef)
    : await findOrder(sql, (await findOrderId(sql, orderRef)) ?? orderRef.toLowerCase())
  if (!order) throw new Refusal(`没有这笔订单：${orderRef}`, { code: 'NOT_FOUND' })
  return order
}
