import type { ReactNode } from 'react'
import { ORDER_STATE_LABELS } from '#contract/order-states.ts'
import type { Order, OrderState } from '#contract/shapes.ts'

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
