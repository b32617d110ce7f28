import type { Combo } from '#contract/shapes.ts'
import { totalCredit } from '../lib/plan-terms.ts'

/** The account that the drawn scenes show; every figure in them follows from these and the plan. */

/** Left of an older purchase. */
export const OLDER = 618
/** Days until the older purchase expires. */
export const OLDER_DAYS = 27

/** Tasks since the purchase, oldest first. */
export const TASKS = [
  { what: '写作 · 周报初稿', when: '昨天 09:30', cost: 24 },
  { what: '对话 · 3 轮', when: '今天 20:52', cost: 18 },
  { what: '翻译 · 产品手册 v3.pdf', when: '今天 21:14', cost: 96 },
] as const

export const LAST_COST = TASKS[2].cost
const SPENT = TASKS.reduce((sum, { cost }) => sum + cost, 0)

/** What is left of the plan: the bonus is spent first. */
export function leftOf(plan: Combo): { bonus: number; credit: number; plan: number; all: number } {
  const bonus = Math.max(0, plan.bonusCredit - SPENT)
  const left = Math.max(0, totalCredit(plan) - SPENT)
  return { bonus, credit: left - bonus, plan: left, all: left + OLDER }
}
