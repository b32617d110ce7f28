import type { ReactNode } from 'react'
import type { Order, OrderState } from '#contract/shapes.ts'

export const ORDER_STATE_LABELS: Record<OrderState, string> = {
  pending: '待支付',
  processing: '支付处理中',
  paid: '已支付',
  cancelled: '已取消',
  expired: '已过期',
  exception: '待核实',
  refunded: '已退款',
  partially_refunded: '部分退款',
}

/** An order's state by colour, dot and word. */
export function OrderStateTag({ state }: { state: OrderState }) {
  return (
    <span className="tag" data-state={state}>
      {ORDER_STATE_LABELS[state]}
    </span>
  )
}

/** What the buyer is told of a dispute: `lost` is so for the shop. */
const DISPUTE_LABELS: Record<NonNullable<Order['dispute']>, string> = {
  open: '争议中',
  won: '争议已撤销',
  lost: '争议成立',
}

/** Beside the state of an order whose payment a bank disputes or disputed; nothing where none did. */
export function DisputeBadge({ dispute }: Pick<Order, 'dispute'>) {
  return dispute && <Badge kind="quiet">{DISPUTE_LABELS[dispute]}</Badge>
}

/** A short mark beside a name. */
export function Badge({ kind, children }: { kind?: 'money' | 'quiet'; children: ReactNode }) {
  return (
    <span className="badge" data-kind={kind}>
      {children}
    </span>
  )
}
