import type { OrderState } from '../shapes.ts'

/** Chinese labels of order states, for buyers and operators. */
export const ORDER_STATE_LABELS: Readonly<Record<OrderState, string>> = {
  pending: '待支付',
  processing: '支付处理中',
  paid: '已支付',
  cancelled: '已取消',
  expired: '已过期',
  exception: '待核实',
  refunded: '已退款',
  partially_refunded: '部分退款',
}
