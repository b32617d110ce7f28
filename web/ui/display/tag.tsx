import type { ReactNode } from 'react'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import type { Order, OrderState } from '#contract/shapes.ts'

/** An order's state as a colored dot and a word. */
export function OrderStateTag({ state }: { state: OrderState }) {
  return (
    <span className="tag" data-state={state}>
      {ORDER_STATE_LABELS[state]}
    </span>
  )
}

/** Labels for the buyer; `lost` means that the shop lost the dispute. */
export const DISPUTE_LABELS: Record<NonNullable<Order['dispute']>, string> = {
  open: '争议中',
  won: '争议已撤销',
  lost: '争议成立',
}

/** Marks an order whose payment a bank disputes or disputed; renders nothing without a dispute. */
export function DisputeBadge({ dispute }: Pick<Order, 'dispute'>) {
  return dispute && <Badge kind="quiet">{DISPUTE_LABELS[dispute]}</Badge>
}

/** A short label beside a name. */
export function Badge({ kind, children }: { kind?: 'money' | 'quiet'; children: ReactNode }) {
  return (
    <span className="badge" data-kind={kind}>
      {children}
    </span>
  )
}
