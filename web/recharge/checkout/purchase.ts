import type { Order } from '#contract/shapes.ts'
import { totalCredit } from '../../lib/format/plan-terms.ts'
import type { OrderTotal } from './card-form/card-form.ts'
import type { PlanSelection } from './plan-selection.ts'

/** What the button pays: an open order, or a new one. */
export interface Purchase extends OrderTotal {
  /** The open order; undefined: a new one is placed. */
  orderId: string | undefined
  plan: { id: string; name: string }
  num: number
  /** Bonus included. */
  credit: number
  /** How long the credit lasts; 0: without an end, undefined: not shown. */
  validDays: number | undefined
  /** Less than the list price, in minor units. */
  saved: number
}

/** An open order is paid at the price at which it was placed. */
export function purchaseOfOrder({ id, combo, num, amount, currency, credit }: Order): Purchase {
  const { validDays } = combo
  return { orderId: id, plan: combo, num, amount, currency, credit, validDays, saved: 0 }
}

/** The selected plan and quantity: the open order of just these, price, credit and days, else a new one. */
export function purchaseOfPlan(
  { plan, num }: PlanSelection,
  open: readonly Order[] = [],
): Purchase {
  const { id, name, currency, validDays } = plan
  const amount = plan.amount * num
  const credit = totalCredit(plan) * num
  const same = open.find(
    (order) =>
      order.state === 'pending' &&
      order.combo.id === id &&
      order.num === num &&
      order.amount === amount &&
      order.currency === currency &&
      order.credit === credit &&
      (order.combo.validDays ?? validDays) === validDays,
  )
  const saved = Math.max(0, (plan.originalAmount ?? 0) * num - amount)
  return { orderId: same?.id, plan: { id, name }, num, amount, currency, credit, validDays, saved }
}
