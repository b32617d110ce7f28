import type { Query } from '../../db/sql.ts'
import { listAllPlans, type PlanRow } from '../../recharge/plans/plans.store.ts'
import { Refusal } from '../exit.ts'

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
