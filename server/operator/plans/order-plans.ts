import { listAllPlans, lockPlans, type PlanRow } from '../../recharge/plans/plans.store.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { optionalText, requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { changedMeanwhile } from './plan-refusals.ts'
import { movePlansFirst } from './plans.store.ts'

export const orderPlansCommand = defineCommand({
  name: 'plans order',
  summary: '排列套餐',
  console: { title: '排列套餐', permission: 'own', ownForm: '/plans' },
  notes: ['没有写到的套餐按原来的顺序排在后面。'],
  arguments: { plans: requiredText('编号', '套餐的编号，用逗号隔开，按页面上的顺序') },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(operator, { plans: text, reason }) {
    const { sql } = operator
    const first = [...new Set(text.split(/[,，\s]+/).filter((id) => id !== ''))]
    const current = await listAllPlans(sql)
    const unknown = first.find((id) => !current.some((plan) => plan.id === id))
    if (unknown !== undefined) {
      throw new Refusal(`没有编号为 ${unknown} 的套餐`, { code: 'NOT_FOUND' })
    }
    const wanted = inOrder(current, first)
    const data = { plans: wanted.map(({ id }) => id) }
    const before = idsOf(current)
    if (idsOf(wanted) === before) return { data, text: '没有变化' }
    const names = wanted.map(({ name, isOnSale }) => (isOnSale ? name : `${name}（已下架）`))
    await performAction(operator, {
      reason,
      preview: `将按这个顺序排列套餐：${names.join('、')}`,
      work: () =>
        sql.begin(async (tx) => {
          await lockPlans(tx)
          const plans = await listAllPlans(tx)
          // a plan that was added since is behind all others
          const known = plans.filter(({ id }) => data.plans.includes(id))
          if (idsOf(known) !== before) throw changedMeanwhile()
          await movePlansFirst(tx, first)
        }),
      toAuditResult: () => data,
    })
    return { data, text: `已排列套餐：${names.join('、')}` }
  },
})

function inOrder(current: readonly PlanRow[], first: readonly string[]): PlanRow[] {
  const named = first.flatMap((id) => current.filter((plan) => plan.id === id))
  return [...named, ...current.filter(({ id }) => !first.includes(id))]
}

function idsOf(plans: readonly PlanRow[]): string {
  return plans.map(({ id }) => id).join(',')
}
