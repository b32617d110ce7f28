import type { PlanOffer } from '#contract/content/content.ts'
import type { Query } from '../../db/sql.ts'
import { leastAmount } from '../../gateways/payments/least-amounts.ts'
import { moneyText } from '../../lib/money-text.ts'
import { listAllPlans, type PlanRow } from '../../recharge/plans/plans.store.ts'
import { plansBelowLeastAmount } from '../../site/content/check-plan-prices.ts'
import { Refusal, wrongUsage } from '../exit.ts'

export function changedMeanwhile(): Refusal {
  return new Refusal('套餐刚刚被别人修改过，没有改动：请再看一次变化', {
    code: 'CHANGED_MEANWHILE',
  })
}

/** The plan of this id. Throws NOT_FOUND. */
export async function requirePlan(
  sql: Query,
  id: string,
): Promise<{ plan: PlanRow; plans: PlanRow[] }> {
  const plans = await listAllPlans(sql)
  const plan = plans.find((row) => row.id === id)
  if (!plan) throw new Refusal(`没有编号为 ${id} 的套餐`, { code: 'NOT_FOUND' })
  return { plan, plans }
}

/** Refuses plans of which the payment provider takes no payment, because even the smallest order is too cheap. */
export function refuseTooCheap(plans: readonly PlanOffer[]): void {
  const [first] = plansBelowLeastAmount(plans)
  if (first === undefined) return
  const { id, currency, amount, minNum } = first
  const money = (sum: number) => moneyText(sum, currency)
  throw wrongUsage(
    `套餐 ${id} 最少付 ${money(amount * minNum)}，支付平台不收少于 ${money(leastAmount(currency))} 的付款：请提高 amount 或 minNum`,
  )
}
